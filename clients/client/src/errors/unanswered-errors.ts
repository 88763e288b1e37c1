import { PostriderError } from './postrider-error.js'

/** The client was configured or called wrongly; no request was sent. */
export class ConfigurationError extends PostriderError {
  static override readonly kind: string = 'ConfigurationError'
  constructor(message: string) {
    super(message, { code: 'configuration', attempts: 0 })
  }
}

/** The response isn't the service's, for example a proxy's page or a redirect. */
export class UnexpectedAnswerError extends PostriderError {
  static override readonly kind: string = 'UnexpectedAnswerError'
}

/** A read got no response in time, or no connection was made to the service, so nothing was sent. */
export class NoAnswerError extends PostriderError {
  static override readonly kind: string = 'NoAnswerError'
}

/**
 * A call that sends got no response in time, so the message may have been accepted. This isn't a failure:
 * look the message up by `idempotencyKey`, or repeat the call under it.
 */
export class OutcomeUnknownError extends NoAnswerError {
  static override readonly kind: string = 'OutcomeUnknownError'
}

/** The caller's `signal` aborted the call. If `attempts` is 0, no request was sent. */
export class AbortedError extends PostriderError {
  static override readonly kind: string = 'AbortedError'
}

/** `waitFor` timed out; the message continues. */
export class WaitTimeoutError extends PostriderError {
  static override readonly kind: string = 'WaitTimeoutError'
}
