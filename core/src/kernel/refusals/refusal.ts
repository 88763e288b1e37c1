import { present } from '../present.js'

/**
 * The reasons for refusing a caller's request; contracts maps each to its code and status
 * (docs/api/conventions#error-codes).
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
  | 'EventsExpired'

/** An invalid field. `field` is a JSON Pointer within the location; the message never repeats the value. */
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

/** An expired or revoked credential or key, refused although its secret is right. */
interface EndedCredential {
  readonly credentialId?: string
  readonly agentKeyId?: string
  readonly cause: 'expired' | 'revoked'
}

/** A request that is refused permanently: nothing was written. */
export interface Refusal {
  readonly _tag: RefusalTag
  readonly fields: readonly FieldProblem[]
  /**
   * More detail than the tag, as a sentence for people. It reveals no values and nothing about other tenants.
   */
  readonly message?: string
  /**
   * Only for the administrator's log, never for the caller: details that help the administrator to give
   * support.
   */
  readonly forLog?: EndedCredential
  /**
   * SecondFactorRequired at a sign-in: represents the verified address and password until the code is
   * entered; never logged.
   */
  readonly pendingSignIn?: string
  /** TooManyRequests: when the same request may succeed. */
  readonly retryAfterMs?: number
}

/** Creates a refusal that names no field. */
export const refusal = (tag: RefusalTag): Refusal => ({ _tag: tag, fields: [] })

/** Creates a refusal that names no field, with a message. */
export const refusalSaying = (tag: RefusalTag, message: string): Refusal => ({
  _tag: tag,
  fields: [],
  message,
})

/**
 * The refusal for the right secret of an expired or revoked credential. The caller sees an ordinary refusal,
 * which doesn't reveal that the secret is right. The log shows which credential it is, and why
 * (`docs/decisions/0032`).
 */
export const unauthenticatedBy = (ended: EndedCredential): Refusal => ({
  ...refusal('Unauthenticated'),
  forLog: ended,
})

/** The refusal of a sign-in that lacks only the code; `pendingSignIn` represents the verified steps. */
export const secondFactorRequired = (pendingSignIn: string): Refusal => ({
  ...refusal('SecondFactorRequired'),
  pendingSignIn,
})

/** The refusal of a request that comes too soon; the same one may succeed after `retryAfterMs`. */
export const tooManyRequests = (retryAfterMs: number, message?: string): Refusal => ({
  _tag: 'TooManyRequests',
  fields: [],
  retryAfterMs,
  ...present({ message }),
})

/** The refusal of a request with invalid fields. */
export const invalidRequest = (fields: readonly FieldProblem[]): Refusal => ({
  _tag: 'InvalidRequest',
  fields,
})
