import { type ErrorGuide, REFUSAL_GUIDE } from '@postrider/core/kernel/refusals/refusal-guide'
import type { ErrorCode } from './error-registry.js'

/** The codes that only the HTTP API has, and no refusal of the core. */
const OF_THE_PROTOCOL = {
  invalid_json: {
    meaning: 'The request body isn’t a JSON object.',
    causes: ['The body is empty or cut off.', 'The body is a form or a list instead of an object.'],
    fix: 'Send one JSON object in UTF-8 with `Content-Type: application/json`.',
  },
  route_not_found: {
    meaning: 'This path doesn’t exist.',
    causes: ['The path has a typing mistake.', 'The base URL already contains `/v1`.'],
    fix: 'Check the path against the API reference, and that the base URL is the one of the API.',
  },
  method_not_allowed: {
    meaning: 'The path doesn’t support this method. The `Allow` header lists the methods that it supports.',
    causes: ['`GET` is used instead of `POST`, or the other way round.'],
    fix: 'Use a method from the `Allow` header.',
  },
  payload_too_large: {
    meaning: 'The request body is too long, too deeply nested or has too many members.',
    causes: ['A batch has too many messages.', 'A variable contains a file or a long text.'],
    fix: 'Split the request. The limits are in the page about quotas.',
  },
  unsupported_media_type: {
    meaning: 'The request body must be `application/json`.',
    causes: ['`Content-Type` is missing or names a form.', 'The body is compressed.'],
    fix: 'Send JSON with `Content-Type: application/json`, without compression.',
  },
  internal_error: {
    meaning: 'Something failed inside the service. The cause is in its log, under the request ID.',
    causes: ['A bug, or a damaged record.'],
    fix: 'Send the same request with the same key again. If it continues, give support the request ID.',
  },
  service_unavailable: {
    meaning: 'The service can’t take the request now. A send with an idempotency key is safe to repeat.',
    causes: [
      'The database or another required part doesn’t respond.',
      'The process is being restarted, or has too many requests in progress.',
    ],
    fix: 'Wait for the time in `Retry-After`, then send the same request with the same key again.',
  },
} as const satisfies Partial<Record<ErrorCode, ErrorGuide>>

/**
 * The meaning, causes and fix of each error code, in the order of the registry. Total: a code without an entry doesn't compile
 * (docs/errors).
 */
export const ERROR_GUIDES: Readonly<Record<ErrorCode, ErrorGuide>> = {
  invalid_json: OF_THE_PROTOCOL.invalid_json,
  invalid_request: REFUSAL_GUIDE.InvalidRequest,
  template_unavailable: REFUSAL_GUIDE.TemplateUnavailable,
  otp_verification_failed: REFUSAL_GUIDE.OtpVerificationFailed,
  unauthenticated: REFUSAL_GUIDE.Unauthenticated,
  invalid_credentials: REFUSAL_GUIDE.InvalidCredentials,
  second_factor_required: REFUSAL_GUIDE.SecondFactorRequired,
  action_not_granted: REFUSAL_GUIDE.ActionNotGranted,
  channel_not_granted: REFUSAL_GUIDE.ChannelNotGranted,
  scope_mismatch: REFUSAL_GUIDE.ScopeMismatch,
  channel_not_active: REFUSAL_GUIDE.ChannelNotActive,
  organization_suspended: REFUSAL_GUIDE.OrganizationSuspended,
  sender_unavailable: REFUSAL_GUIDE.SenderUnavailable,
  price_unavailable: REFUSAL_GUIDE.PriceUnavailable,
  insufficient_balance: REFUSAL_GUIDE.InsufficientBalance,
  budget_exceeded: REFUSAL_GUIDE.BudgetExceeded,
  destination_not_allowed: REFUSAL_GUIDE.DestinationNotAllowed,
  operation_not_allowed: REFUSAL_GUIDE.OperationNotAllowed,
  permission_denied: REFUSAL_GUIDE.PermissionDenied,
  approval_required: REFUSAL_GUIDE.ApprovalRequired,
  not_found: REFUSAL_GUIDE.NotFound,
  route_not_found: OF_THE_PROTOCOL.route_not_found,
  method_not_allowed: OF_THE_PROTOCOL.method_not_allowed,
  idempotency_conflict: REFUSAL_GUIDE.IdempotencyConflict,
  conflict: REFUSAL_GUIDE.Conflict,
  events_expired: REFUSAL_GUIDE.EventsExpired,
  payload_too_large: OF_THE_PROTOCOL.payload_too_large,
  unsupported_media_type: OF_THE_PROTOCOL.unsupported_media_type,
  too_many_requests: REFUSAL_GUIDE.TooManyRequests,
  internal_error: OF_THE_PROTOCOL.internal_error,
  provider_unavailable: REFUSAL_GUIDE.ProviderUnavailable,
  service_unavailable: OF_THE_PROTOCOL.service_unavailable,
}
