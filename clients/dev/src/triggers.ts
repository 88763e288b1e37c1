import { SANDBOX_OUTCOMES, type SandboxOutcome } from './sandbox-outcomes.js'

const sent = (outcome: SandboxOutcome, does: string) => ({ by: 'send', outcome, does }) as const

const replied = { by: 'reply', outcome: 'delivered' } as const
const CONSENT = {
  ...replied,
  does: 'replies STOP to a test message as its recipient, then START',
} as const
const PAUSE = {
  by: 'pause',
  does: 'disables the app of the credential, and enables it again',
} as const

/**
 * How `trigger` leads to each type of events (docs/api/events#types): the function that does it (`by`), the sandbox
 * outcome of the message that it sends, and what it does. The arguments, the help and the completion are made from it.
 */
export const TRIGGERS = {
  'message.accepted': sent('delivered', 'sends a message'),
  'message.submitted': sent('delivered', 'sends a message'),
  'message.delivered': sent('delivered', 'sends a message'),
  'message.read': sent('read', 'sends a message that is read a second after it was delivered'),
  'message.failed': sent('rejected', 'sends a message that the sandbox rejects'),
  'message.unconfirmed': sent('unknown', 'sends a message whose outcome stays unknown'),
  'message.canceled': {
    by: 'cancel',
    outcome: 'flaky',
    does: 'sends a message that the sandbox refuses temporarily, and cancels it',
  },
  'message.received': { ...replied, does: 'replies to a test message as its recipient' },
  'consent.opted_out': CONSENT,
  'consent.opted_in': CONSENT,
  'otp.verified': {
    by: 'verify',
    // Numbers with an outcome can get any number of codes.
    outcome: 'duplicate',
    does: 'sends an OTP, reads it in the test messages, and verifies it',
  },
  'balance.low': {
    by: 'balance',
    outcome: 'delivered',
    does: 'sets the threshold of the test balance to it, sends a message, and sets the previous threshold',
  },
  'budget.threshold_reached': {
    by: 'budget',
    outcome: 'delivered',
    does: 'saves a budget of the app that only alerts, sends a message that reaches it, and deletes it',
  },
  'credential.expiring': {
    by: 'credential',
    does: 'creates a credential of a test app that expires in a week; the event comes within two minutes',
  },
  'app.paused': PAUSE,
  'app.resumed': PAUSE,
  'webhook.test': {
    by: 'endpoint',
    does: 'sends a test event to a webhook endpoint',
  },
} as const

/** An outcome or a type of events that `trigger` accepts. */
export type Triggered = SandboxOutcome | keyof typeof TRIGGERS

/** Everything that `trigger` accepts: the outcomes, then the types of events. */
export const TRIGGERED: readonly string[] = [...Object.keys(SANDBOX_OUTCOMES), ...Object.keys(TRIGGERS)]

const width = Object.keys(TRIGGERS).reduce((most, { length }) => Math.max(most, length), 0)

/** The types of events with what `trigger` does, one a line. */
export const TRIGGERS_HELP = [
  'Types of events:',
  ...Object.entries(TRIGGERS).map(([type, { does }]) => `  ${type.padEnd(width)}  ${does}`),
].join('\n')
