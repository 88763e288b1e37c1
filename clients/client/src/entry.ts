export { Postrider } from './postrider.js'
export { PostriderError } from './errors/postrider-error.js'
export {
  AuthenticationError,
  ConflictError,
  InvalidRequestError,
  NotFoundError,
  PermissionError,
  RateLimitError,
  ServiceError,
} from './errors/answered-errors.js'
export {
  AbortedError,
  ConfigurationError,
  NoAnswerError,
  OutcomeUnknownError,
  UnexpectedAnswerError,
  WaitTimeoutError,
} from './errors/unanswered-errors.js'
export { WebhookError } from './errors/webhook-error.js'
export { verifyWebhook, type VerifyOptions, type WebhookHeaders } from './webhooks/verify-webhook.js'
export type { FetchedResponse, FetchLike } from './fetch-like.js'
export type { CallOptions } from './calls/call.js'
export type { Answered, LastResponse, RateLimit } from './calls/last-response.js'
export type { BatchOutcome, BatchResult } from './resources/batch.js'
export type { EventFilter, EventPageOptions } from './resources/events.js'
export type { MessageFilter, MessageName, PageOptions } from './resources/messages.js'
export type { SendOptions } from './resources/send-options.js'
export type { TestMessageFilter } from './resources/test-messages.js'
export type { UsageRange } from './resources/money.js'
export type { WaitOptions } from './resources/wait-for.js'
export type { PostriderOptions } from './settings.js'
export type * from './contract/shapes.js'
