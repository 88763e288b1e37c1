import type { AnswerOutcome } from '@postrider/http-calls/answer-outcome'
import type { ReportedBlock } from '@postrider/core/providers/domain/calls/reported-block'
import type { FailureCode } from '@postrider/core/kernel/messages/message-state'

/**
 * The meaning of a Graph API code for a message (the vendor's page "Error codes" of the WhatsApp Business
 * Platform).
 */
const OUTCOMES: Readonly<Partial<Record<AnswerOutcome, readonly number[]>>> = {
  // Limits of the app, the business account, the number or the pair of numbers; maintenance, an overload.
  transient_failure: [4, 80007, 130429, 131056, 131057, 131016, 133004],
  // The token, its permissions, the app's proof, the account's policy, payment.
  not_attempted: [0, 3, 10, 102, 104, 190, 368, 131005, 131031, 131042, 131044, 131045, 131064],
  // This number: restricted in a country, of low quality, not registered.
  rejected_by_route: [130497, 131048, 133005, 133010],
  template_rejected: [
    131008, 131009, 132000, 132001, 132005, 132007, 132012, 132015, 132016, 132018, 132068, 132069,
  ],
  recipient_unreachable: [131026],
  recipient_invalid: [131021],
  recipient_blocked: [131050],
  // Meta's limit of marketing messages per person, and its experiment.
  recipient_limited: [130472, 131049],
  unknown: [1, 2, 131000],
}

const BY_CODE = new Map(
  Object.entries(OUTCOMES).flatMap(([outcome, codes]) =>
    codes.map((code) => [code, outcome as AnswerOutcome] as const),
  ),
)

/** The vendor's code for a recipient who wants no more messages of the category "marketing". */
const WANTS_NO_MARKETING = 131050

/** The suppression that follows from a refusal's code, if it is about the recipient's own wish. */
export const blockOfCode = (code: number | undefined): { readonly suppresses?: ReportedBlock } =>
  code === WANTS_NO_MARKETING ? { suppresses: 'marketing_opt_out' } : {}

/** The code for too many messages to one person at the moment; the pause is the vendor's. */
const PAIR_LIMIT = 131056
const PAIR_PAUSE_MS = 6_000

/** The code for a wrong parameter of any kind, which also covers a missing proof of the app. */
const WRONG_PARAMETER = 100

/** The vendor's words if an app requires a proof with each call, and it is missing or wrong. */
const ABOUT_PROOF = /appsecret_proof/i

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

/** Whether the vendor refuses the template or its values, so that the next message would fail too. */
export const isAboutTemplate = (code: number | undefined): boolean =>
  code !== undefined && BY_CODE.get(code) === 'template_rejected'

/** A missing permission: any code from 200 to 299. */
const isPermission = (code: number): boolean => code >= 200 && code <= 299

/**
 * The meaning of a refusal's code; undefined if no table has it. `words` are the vendor's, which one code
 * needs to be understood.
 */
export const outcomeOfCode = (code: number, words = ''): AnswerOutcome | undefined => {
  if (isPermission(code) || (code === WRONG_PARAMETER && ABOUT_PROOF.test(words))) return 'not_attempted'
  return BY_CODE.get(code)
}

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

/** Whether a status reports a fault of the account: its payment, a lock, its permissions. */
export const isAboutAccount = (code: number | undefined): boolean =>
  code !== undefined && outcomeOfCode(code) === 'not_attempted'
