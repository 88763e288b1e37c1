import { PostriderError } from './postrider-error.js'

/** The request breaks a rule (400, 405, 413, 415); `fieldErrors` says which. The same request is refused again. */
export class InvalidRequestError extends PostriderError {
  static override readonly kind: string = 'InvalidRequestError'
}

/** The credential is unknown, revoked or over (401). */
export class AuthenticationError extends PostriderError {
  static override readonly kind: string = 'AuthenticationError'
}

/** The credential may not do this, or the money, a budget, a price or a rule of the Organization stands against it (403). */
export class PermissionError extends PostriderError {
  static override readonly kind: string = 'PermissionError'
}

/** There is no such record, or it is somebody else's (404). */
export class NotFoundError extends PostriderError {
  static override readonly kind: string = 'NotFoundError'
}

/** The key was used for another request (409): it stays so. */
export class ConflictError extends PostriderError {
  static override readonly kind: string = 'ConflictError'
}

/** Too many requests (429), for longer than the call had time. */
export class RateLimitError extends PostriderError {
  static override readonly kind: string = 'RateLimitError'
}

/** The service could not take the request (500, 503), for longer than the call had time. */
export class ServiceError extends PostriderError {
  static override readonly kind: string = 'ServiceError'
}

const CLASSES: Readonly<Record<number, typeof PostriderError>> = {
  401: AuthenticationError,
  403: PermissionError,
  404: NotFoundError,
  409: ConflictError,
  429: RateLimitError,
}

/** The class of a status; a code has one status, so a code that is new to this client has a class too. */
export const classOf = (status: number): typeof PostriderError =>
  CLASSES[status] ?? (status >= 500 ? ServiceError : InvalidRequestError)
