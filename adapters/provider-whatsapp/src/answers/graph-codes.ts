import type { AnswerOutcome } from '@postrider/http-calls/answer-outcome'
import type { FailureCode } from '@postrider/core/kernel/messages/message-state'

/**
 * The meaning of a Graph API code for a message (the vendor's page "Error codes" of the WhatsApp Business
 * Platform).
 */
const OUTCOMES: Readonly<Partial<Record<AnswerOutcome, readonly number[]>>> = {
  // Limits of the app, the business account, the number or the pair of numbers; maintenance, an overload.
  transient_failure: [4, 80007, 130429, 131056, 131057, 131016, 133004],
  // The token, its permissions, the account's policy, payment.
  not_attempted: [0, 3, 10, 190, 368, 131005, 131031, 131042],
  // This number: restricted in a country, of low quality, not registered.
  rejected_by_route: [130497, 131048, 133010],
  template_rejected: [132001, 132007, 132015, 132016],
  recipient_unreachable: [131026],
  recipient_invalid: [131021],
  recipient_blocked: [131050],
  unknown: [1, 2, 131000],
}

const BY_CODE = new Map(
  Object.entries(OUTCOMES).flatMap(([outcome, codes]) =>
    codes.map((code) => [code, outcome as AnswerOutcome] as const),
  ),
)

/** The code for too many messages to one person at the moment; the pause is the vendor's. */
const PAIR_LIMIT = 131056
const PAIR_PAUSE_MS = 6_000

/**
 * Whether the app or the number sends too much, so that the account is called more slowly. A limit per person
 * doesn't count.
 */
export const isThrottling = (code: number): boolean =>
  code !== PAIR_LIMIT && BY_CODE.get(code) === 'transient_failure'

/** Codes for templates that the vendor no longer sends, temporarily or permanently. */
const STOPPED: ReadonlyMap<number, 'PAUSED' | 'DISABLED'> = new Map([
  [132015, 'PAUSED'],
  [132016, 'DISABLED'],
])

/** The vendor's new status of the template that a refusal is about; undefined: unchanged. */
export const stopOfTemplate = (code: number | undefined): 'PAUSED' | 'DISABLED' | undefined =>
  code === undefined ? undefined : STOPPED.get(code)

/** A missing permission: any code from 200 to 299. */
const isPermission = (code: number): boolean => code >= 200 && code <= 299

/** The meaning of a refusal's code; undefined if no table has it. */
export const outcomeOfCode = (code: number): AnswerOutcome | undefined =>
  isPermission(code) ? 'not_attempted' : BY_CODE.get(code)

/** The minimum wait after it. */
export const pauseAfter = (code: number): number => (code === PAIR_LIMIT ? PAIR_PAUSE_MS : 0)

const isFailure = (outcome: AnswerOutcome | undefined): outcome is FailureCode =>
  outcome !== undefined &&
  outcome !== 'transient_failure' &&
  outcome !== 'rejected_by_route' &&
  outcome !== 'not_attempted' &&
  outcome !== 'unknown'

/** Why an accepted message failed: a failure that isn't the message's own is a refusal of the vendor. */
export const failureOfCode = (code: number | undefined): FailureCode => {
  const outcome = code === undefined ? undefined : outcomeOfCode(code)
  return isFailure(outcome) ? outcome : 'provider_rejected'
}
