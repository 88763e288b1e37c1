import { PostriderError } from './postrider-error.js'

/** The client was set up or called wrongly; nothing was asked. */
export class ConfigurationError extends PostriderError {
  static override readonly kind: string = 'ConfigurationError'
  constructor(message: string) {
    super(message, { code: 'configuration', attempts: 0 })
  }
}

/** What came is no answer of the service: a proxy's page, a redirect. */
export class UnexpectedAnswerError extends PostriderError {
  static override readonly kind: string = 'UnexpectedAnswerError'
}

/** No answer came in time to a call that only reads, or no connection was made to the service: then nothing was sent. */
export class NoAnswerError extends PostriderError {
  static override readonly kind: string = 'NoAnswerError'
}

/**
 * No answer came in time to a call that sends: it may have gone through. The one error that is no failure: look the message up
 * by `idempotencyKey`, or send the same again under it.
 */
export class OutcomeUnknownError extends NoAnswerError {
  static override readonly kind: string = 'OutcomeUnknownError'
}

/** The caller's `signal` ended the call; `attempts` 0: nothing was asked. */
export class AbortedError extends PostriderError {
  static override readonly kind: string = 'AbortedError'
}

/** What `waitFor` waited for did not come in time; the message goes on. */
export class WaitTimeoutError extends PostriderError {
  static override readonly kind: string = 'WaitTimeoutError'
}
