/**
 * The outcomes of the sandbox, by the last four digits of the recipient (docs/api/sandbox#sandbox-outcomes).
 */
const SANDBOX_OUTCOMES = {
  delivered: '0000',
  rejected: '0001',
  undelivered: '0002',
  unknown: '0003',
  late: '0004',
  flaky: '0005',
  duplicate: '0006',
  slow: '0007',
} as const

/** The name of a sandbox outcome. */
type SandboxOutcome = keyof typeof SANDBOX_OUTCOMES

/** The outcome that leads to an event (docs/api/events#types). */
const OUTCOME_OF_EVENT = {
  'message.accepted': 'delivered',
  'message.submitted': 'delivered',
  'message.delivered': 'delivered',
  'message.failed': 'rejected',
  'message.unconfirmed': 'unknown',
  'budget.threshold_reached': 'delivered',
} as const satisfies Readonly<Record<string, SandboxOutcome>>

/** An outcome, or the type of an event that it leads to. */
type TriggeredMessage = SandboxOutcome | keyof typeof OUTCOME_OF_EVENT

/** The types of events that need no message. */
const WITHOUT_MESSAGE = ['credential.expiring', 'webhook.test'] as const

/** An outcome or a type of events that `trigger` accepts. */
export type Triggered = TriggeredMessage | (typeof WITHOUT_MESSAGE)[number]

/** Everything that `trigger` accepts: the outcomes, then the types of events. */
export const TRIGGERED = [
  ...Object.keys(SANDBOX_OUTCOMES),
  ...Object.keys(OUTCOME_OF_EVENT),
  ...WITHOUT_MESSAGE,
]

const isOutcome = (triggered: TriggeredMessage): triggered is SandboxOutcome =>
  Object.hasOwn(SANDBOX_OUTCOMES, triggered)

/** The last four digits of the recipient for an outcome or an event. */
export const digitsFor = (triggered: TriggeredMessage): string =>
  SANDBOX_OUTCOMES[isOutcome(triggered) ? triggered : OUTCOME_OF_EVENT[triggered]]
