import type { FieldError } from '../contract/shapes.js'

/** The facts of a failed call. */
export interface ErrorFacts {
  readonly code: string
  readonly status?: number | undefined
  readonly requestId?: string | undefined
  readonly retryable?: boolean
  readonly fieldErrors?: readonly FieldError[]
  readonly doc?: string | undefined
  readonly idempotencyKey?: string | undefined
  readonly attempts: number
  readonly cause?: unknown
}

/** The kinds of each error, so that the two copies of this package (ESM and CJS) recognize each other's. */
const KINDS: unique symbol = Symbol.for('@postrider/client.kinds')

const kindsOf = (value: unknown): readonly string[] =>
  (value as { readonly [KINDS]?: readonly string[] } | null | undefined)?.[KINDS] ?? []

/** The names of a class and of its parent classes. */
const chainOf = (kind: object): readonly string[] => {
  if (!('kind' in kind)) return []
  const { kind: name } = kind as { readonly kind: string }
  const above = chainOf(Object.getPrototypeOf(kind) as object)
  return above[0] === name ? above : [name, ...above]
}

const INSPECT = Symbol.for('nodejs.util.inspect.custom')

/**
 * The error of a call. Its `code` states the reason. It never contains a credential, a passcode, a variable
 * or a recipient, so it may be logged in full.
 */
export class PostriderError extends Error {
  /** The name of the class, which bundlers don't change. */
  static readonly kind: string = 'PostriderError'
  /** A code of the service's error table, or the client's own. Clients must accept new ones. */
  readonly code: string
  /** The status of the response; undefined without one. */
  readonly status: number | undefined
  /** The request id in the service's logs; undefined without a response of the service. */
  readonly requestId: string | undefined
  /** Whether the same call, under the same key, may succeed later. */
  readonly retryable: boolean
  /** The invalid fields of a malformed request. */
  readonly fieldErrors: readonly FieldError[]
  /** The address of the page about `code`: meaning, causes and fix. Undefined if the service didn't answer. */
  readonly doc: string | undefined
  /** The key of a call that sends: repeating it under this key sends nothing twice. */
  readonly idempotencyKey: string | undefined
  /** The number of requests to the service. */
  readonly attempts: number

  constructor(message: string, facts: ErrorFacts) {
    super(message, facts.cause === undefined ? undefined : { cause: facts.cause })
    this.name = chainOf(new.target)[0] ?? 'PostriderError'
    this.code = facts.code
    this.status = facts.status
    this.requestId = facts.requestId
    this.retryable = facts.retryable ?? false
    this.fieldErrors = facts.fieldErrors ?? []
    this.doc = facts.doc
    this.idempotencyKey = facts.idempotencyKey
    this.attempts = facts.attempts
    Object.defineProperty(this, KINDS, { value: chainOf(new.target) })
  }

  static override [Symbol.hasInstance](value: unknown): boolean {
    if (Object.hasOwn(this, 'kind')) return kindsOf(value).includes(this.kind)
    return typeof value === 'object' && value !== null && this.prototype.isPrototypeOf(value)
  }

  /** The loggable form. */
  toJSON(): object {
    return { ...this, message: this.message }
  }

  [INSPECT](): string {
    return `${this.stack ?? `${this.name}: ${this.message}`} ${JSON.stringify(this.toJSON(), undefined, 2)}`
  }
}
