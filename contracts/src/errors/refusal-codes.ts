import type { RefusalTag } from '@postrider/core/kernel/refusals/refusal'
import type { ErrorCode } from './error-registry.js'

/**
 * The public code of each refusal of the core; total, so that a new refusal without a code doesn't compile.
 */
export const REFUSAL_CODES: Readonly<Record<RefusalTag, ErrorCode>> = {
  InvalidRequest: 'invalid_request',
  TemplateUnavailable: 'template_unavailable',
  Unauthenticated: 'unauthenticated',
  ActionNotGranted: 'action_not_granted',
  ChannelNotGranted: 'channel_not_granted',
  ScopeMismatch: 'scope_mismatch',
  ChannelNotActive: 'channel_not_active',
  OrganizationSuspended: 'organization_suspended',
  SenderUnavailable: 'sender_unavailable',
  PriceUnavailable: 'price_unavailable',
  InsufficientBalance: 'insufficient_balance',
  BudgetExceeded: 'budget_exceeded',
  DestinationNotAllowed: 'destination_not_allowed',
  NotFound: 'not_found',
  IdempotencyConflict: 'idempotency_conflict',
  Conflict: 'conflict',
  ProviderUnavailable: 'provider_unavailable',
  OtpVerificationFailed: 'otp_verification_failed',
  InvalidCredentials: 'invalid_credentials',
  SecondFactorRequired: 'second_factor_required',
  OperationNotAllowed: 'operation_not_allowed',
  PermissionDenied: 'permission_denied',
  ApprovalRequired: 'approval_required',
  TooManyRequests: 'too_many_requests',
  EventsExpired: 'events_expired',
}
