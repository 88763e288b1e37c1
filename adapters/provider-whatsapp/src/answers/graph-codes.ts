import type { AnswerOutcome } from '@postrider/http-calls/answer-outcome'
import type { FailureCode } from '@postrider/core/kernel/messages/message-state'

/** What a code of the Graph API says of a message (the vendor's page "Error codes" of the WhatsApp Business Platform). */
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

/** The code by which a person is not to get more at the moment; the pause is the vendor's. */
const PAIR_LIMIT = 131056
const PAIR_PAUSE_MS = 6_000

/** What the app or the number sends is too much: the account is called more slowly. A person's limit is no such thing. */
export const isThrottling = (code: number): boolean =>
  code !== PAIR_LIMIT && BY_CODE.get(code) === 'transient_failure'

/** Codes by which the vendor says that the template is not sent any more, for a while or for good. */
const STOPPED: ReadonlyMap<number, 'PAUSED' | 'DISABLED'> = new Map([
  [132015, 'PAUSED'],
  [132016, 'DISABLED'],
])

/** In the vendor's word, what has become of the template that a refusal is about; undefined: nothing. */
export const stopOfTemplate = (code: number | undefined): 'PAUSED' | 'DISABLED' | undefined =>
  code === undefined ? undefined : STOPPED.get(code)

/** A permission that is missing: the whole hundred. */
const isPermission = (code: number): boolean => code >= 200 && code <= 299

/** What the code of a refusal means; undefined where no table says it. */
export const outcomeOfCode = (code: number): AnswerOutcome | undefined =>
  isPermission(code) ? 'not_attempted' : BY_CODE.get(code)

/** How long to wait after it at the least. */
export const pauseAfter = (code: number): number => (code === PAIR_LIMIT ? PAIR_PAUSE_MS : 0)

const isFailure = (outcome: AnswerOutcome | undefined): outcome is FailureCode =>
  outcome !== undefined &&
  outcome !== 'transient_failure' &&
  outcome !== 'rejected_by_route' &&
  outcome !== 'not_attempted' &&
  outcome !== 'unknown'

/** Why a message failed that had been taken: what is no failure of the message itself is the vendor's refusal. */
export const failureOfCode = (code: number | undefined): FailureCode => {
  const outcome = code === undefined ? undefined : outcomeOfCode(code)
  return isFailure(outcome) ? outcome : 'provider_rejected'
}
