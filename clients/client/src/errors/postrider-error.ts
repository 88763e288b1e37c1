import type { FieldError } from '../contract/shapes.js'

/** What is known of a call that ended with an error. */
export interface ErrorFacts {
  readonly code: string
  readonly status?: number | undefined
  readonly requestId?: string | undefined
  readonly retryable?: boolean
  readonly fieldErrors?: readonly FieldError[]
  readonly idempotencyKey?: string | undefined
  readonly attempts: number
  readonly cause?: unknown
}

/** Kinds of errors, on each of them: two copies of this package (ESM and CJS) know each other's. */
const KINDS: unique symbol = Symbol.for('@postrider/client.kinds')

const kindsOf = (value: unknown): readonly string[] =>
  (value as { readonly [KINDS]?: readonly string[] } | null | undefined)?.[KINDS] ?? []

/** The names of a class and of those that it extends. */
const chainOf = (kind: object): readonly string[] => {
  if (!('kind' in kind)) return []
  const { kind: name } = kind as { readonly kind: string }
  const above = chainOf(Object.getPrototypeOf(kind) as object)
  return above[0] === name ? above : [name, ...above]
}

const INSPECT = Symbol.for('nodejs.util.inspect.custom')

/**
 * What a call throws. It says what happened by `code`, and never holds a credential, a passcode, a variable or a recipient:
 * it may be logged whole.
 */
export class PostriderError extends Error {
  /** The class by name, which a bundler does not change. */
  static readonly kind: string = 'PostriderError'
  /** Of the service's table of errors, or the client's own. A client must accept new ones. */
  readonly code: string
  /** Of the answer; undefined where none came. */
  readonly status: number | undefined
  /** What the service logged it under; undefined where no answer of it came. */
  readonly requestId: string | undefined
  /** Whether the same call, under the same key, may succeed later. */
  readonly retryable: boolean
  /** The broken fields; filled where the request is malformed. */
  readonly fieldErrors: readonly FieldError[]
  /** The key of a call that sends: send again under it, and nothing is sent twice. */
  readonly idempotencyKey: string | undefined
  /** How often the service was asked. */
  readonly attempts: number

  constructor(message: string, facts: ErrorFacts) {
    super(message, facts.cause === undefined ? undefined : { cause: facts.cause })
    this.name = chainOf(new.target)[0] ?? 'PostriderError'
    this.code = facts.code
    this.status = facts.status
    this.requestId = facts.requestId
    this.retryable = facts.retryable ?? false
    this.fieldErrors = facts.fieldErrors ?? []
    this.idempotencyKey = facts.idempotencyKey
    this.attempts = facts.attempts
    Object.defineProperty(this, KINDS, { value: chainOf(new.target) })
  }

  static override [Symbol.hasInstance](value: unknown): boolean {
    if (Object.hasOwn(this, 'kind')) return kindsOf(value).includes(this.kind)
    return typeof value === 'object' && value !== null && this.prototype.isPrototypeOf(value)
  }

  /** What is to be logged. */
  toJSON(): object {
    return { ...this, message: this.message }
  }

  [INSPECT](): string {
    return `${this.stack ?? `${this.name}: ${this.message}`} ${JSON.stringify(this.toJSON(), undefined, 2)}`
  }
}
