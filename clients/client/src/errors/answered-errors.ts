import { PostriderError } from './postrider-error.js'

/**
 * The request is invalid (400, 405, 413, 415); `fieldErrors` has the details. The same request will be
 * rejected again.
 */
export class InvalidRequestError extends PostriderError {
  static override readonly kind: string = 'InvalidRequestError'
}

/** The credential is unknown, revoked or expired (401). */
export class AuthenticationError extends PostriderError {
  static override readonly kind: string = 'AuthenticationError'
}

/**
 * The credential lacks a permission, or the balance, a budget, a price or a rule of the organization prevents
 * the call (403).
 */
export class PermissionError extends PostriderError {
  static override readonly kind: string = 'PermissionError'
}

/** The record doesn't exist, or belongs to another tenant (404). */
export class NotFoundError extends PostriderError {
  static override readonly kind: string = 'NotFoundError'
}

/** The key was used for another request (409). Retries don't help. */
export class ConflictError extends PostriderError {
  static override readonly kind: string = 'ConflictError'
}

/** Too many requests (429) during the whole call. */
export class RateLimitError extends PostriderError {
  static override readonly kind: string = 'RateLimitError'
}

/** The service was unavailable or failed (500, 503) during the whole call. */
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

/** The class of a status. Each code has one status, so new codes have a class too. */
export const classOf = (status: number): typeof PostriderError =>
  CLASSES[status] ?? (status >= 500 ? ServiceError : InvalidRequestError)
