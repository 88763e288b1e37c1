import { present } from '../present.js'

/**
 * What a caller's request can be refused for; contracts maps each to its code and status
 * (docs/contract#error-codes).
 */
export type RefusalTag =
  | 'InvalidRequest'
  | 'TemplateUnavailable'
  | 'Unauthenticated'
  | 'ActionNotGranted'
  | 'ChannelNotGranted'
  | 'ScopeMismatch'
  | 'ChannelNotActive'
  | 'OrganizationSuspended'
  | 'SenderUnavailable'
  | 'PriceUnavailable'
  | 'InsufficientBalance'
  | 'BudgetExceeded'
  | 'DestinationNotAllowed'
  | 'NotFound'
  | 'IdempotencyConflict'
  | 'Conflict'
  | 'ProviderUnavailable'
  | 'OtpVerificationFailed'
  | 'InvalidCredentials'
  | 'SecondFactorRequired'
  | 'OperationNotAllowed'
  | 'PermissionDenied'
  | 'ApprovalRequired'
  | 'TooManyRequests'

/** A broken field. `field` is a JSON Pointer within the location; the message never repeats the value. */
export interface FieldProblem {
  readonly location: 'body' | 'query' | 'header' | 'path'
  readonly field: string
  readonly code: FieldProblemCode
  readonly message: string
}

export type FieldProblemCode =
  | 'required'
  | 'unknown'
  | 'type'
  | 'format'
  | 'too_short'
  | 'too_long'
  | 'too_small'
  | 'too_large'
  | 'too_many'
  | 'too_few'
  | 'not_allowed'
  | 'mismatch'

/** A credential or a key that is over, and why it is not accepted although its secret is right. */
interface EndedCredential {
  readonly credentialId?: string
  readonly agentKeyId?: string
  readonly cause: 'expired' | 'revoked'
}

/** A request that is answered with no, for good: nothing was written. */
export interface Refusal {
  readonly _tag: RefusalTag
  readonly fields: readonly FieldProblem[]
  /** Says more than the tag does, in a sentence for people; it tells nothing of what belongs to others, and no value. */
  readonly message?: string
  /** For the operator's log alone, and never for the caller: what the operator needs to know to help. */
  readonly forLog?: EndedCredential
  /** SecondFactorRequired at a sign-in: stands for the address and password that were proved, until the code is there; never logged. */
  readonly pendingSignIn?: string
  /** TooManyRequests: when the same request may succeed. */
  readonly retryAfterMs?: number
}

/** A refusal that names no field. */
export const refusal = (tag: RefusalTag): Refusal => ({ _tag: tag, fields: [] })

/** A refusal that names no field, and says more than its tag. */
export const refusalSaying = (tag: RefusalTag, message: string): Refusal => ({
  _tag: tag,
  fields: [],
  message,
})

/**
 * The refusal of somebody who has the right secret of a credential that is over: to them like any other, so that nobody
 * learns what they have found; to the log which one it is, and why (`docs/decisions/0032`).
 */
export const unauthenticatedBy = (ended: EndedCredential): Refusal => ({
  ...refusal('Unauthenticated'),
  forLog: ended,
})

/** The refusal of a sign-in that lacks only the code; `pendingSignIn` stands for what was proved. */
export const secondFactorRequired = (pendingSignIn: string): Refusal => ({
  ...refusal('SecondFactorRequired'),
  pendingSignIn,
})

/** The refusal of a request that comes too soon; the same may succeed after so many milliseconds. */
export const tooManyRequests = (retryAfterMs: number, message?: string): Refusal => ({
  _tag: 'TooManyRequests',
  fields: [],
  retryAfterMs,
  ...present({ message }),
})

/** The refusal of a request whose fields break their rules. */
export const invalidRequest = (fields: readonly FieldProblem[]): Refusal => ({
  _tag: 'InvalidRequest',
  fields,
})
