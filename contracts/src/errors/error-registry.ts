/** The meaning of a code: its status, whether the same request may succeed later, its usual sentence. */
export interface ErrorEntry {
  readonly status: number
  readonly retryable: boolean
  readonly message: string
}

const final = (status: number, message: string): ErrorEntry => ({ status, retryable: false, message })
const passing = (status: number, message: string): ErrorEntry => ({ status, retryable: true, message })

/**
 * Every error of the service, in one table (docs/api/conventions#error-codes). A code always has the same
 * status.
 */
export const ERRORS = {
  invalid_json: final(400, 'The request body is not a JSON object.'),
  invalid_request: final(400, 'A field, header or parameter is invalid. See fieldErrors.'),
  template_unavailable: final(400, 'The template cannot be used for this message.'),
  otp_verification_failed: final(400, 'The code could not be verified.'),
  unauthenticated: final(401, 'A valid credential for this API is required.'),
  invalid_credentials: final(401, 'The email address, the password or the code is wrong.'),
  second_factor_required: final(401, 'A code of the second factor is required: sign in or confirm with it.'),
  action_not_granted: final(403, 'The credential does not grant this action.'),
  channel_not_granted: final(403, 'The credential does not grant this channel.'),
  scope_mismatch: final(403, 'The project or app does not match the credential.'),
  channel_not_active: final(403, 'The channel is not active for the Organization.'),
  organization_suspended: final(403, 'The Organization is paused.'),
  sender_unavailable: final(403, 'The app has no sender ID for this channel.'),
  price_unavailable: final(403, 'There is no price for this channel and destination.'),
  insufficient_balance: final(403, 'The available balance does not cover the charge.'),
  budget_exceeded: final(403, 'The message would exceed a budget.'),
  destination_not_allowed: final(403, 'Messages to this destination are not allowed.'),
  operation_not_allowed: final(403, 'The key does not allow this operation.'),
  permission_denied: final(403, 'The caller does not have permission for this operation.'),
  approval_required: final(403, 'Another person has to decide this.'),
  not_found: final(404, 'The record does not exist.'),
  route_not_found: final(404, 'The path does not exist.'),
  method_not_allowed: final(405, 'The path does not support this method. See the Allow header.'),
  idempotency_conflict: final(
    409,
    'The Idempotency-Key, or the requestId of an operation, was used for another request.',
  ),
  conflict: final(409, 'The state or version of the record does not allow this.'),
  events_expired: final(410, 'Events after this sequence were deleted.'),
  payload_too_large: final(413, 'The request body is too large or too deeply nested.'),
  unsupported_media_type: final(415, 'The request body must be application/json.'),
  too_many_requests: passing(429, 'Too many requests. Try again after the time in Retry-After.'),
  internal_error: passing(500, 'An internal error occurred. It is logged with the request ID.'),
  provider_unavailable: passing(503, 'No provider for this channel is ready at the moment.'),
  service_unavailable: passing(503, 'The service cannot accept the request at the moment.'),
} as const satisfies Record<string, ErrorEntry>

export type ErrorCode = keyof typeof ERRORS

/** Whether a text is a code of the registry. */
export const isErrorCode = (text: string): text is ErrorCode => Object.hasOwn(ERRORS, text)

/** All codes, in the order of the table. */
export const ERROR_CODES: readonly ErrorCode[] = Object.keys(ERRORS).filter(isErrorCode)
