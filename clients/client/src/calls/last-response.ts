import type { FetchedResponse } from '../fetch-like.js'

/** What is left of a rate limit. */
export interface RateLimit {
  /** So many requests … */
  readonly limit: number
  /** … within so many seconds. */
  readonly windowSeconds: number
  readonly remaining: number
  /** In so many seconds all is left again. */
  readonly resetSeconds: number
}

/** How an answer came about. It is on every answer as `lastResponse`, not enumerable. */
export interface LastResponse {
  readonly requestId: string | undefined
  /** The key that the call was made under; undefined where it only reads. */
  readonly idempotencyKey: string | undefined
  /** Whether an earlier call under this key had already done it. */
  readonly replayed: boolean
  readonly attempts: number
  readonly limit: RateLimit | undefined
}

/** An answer, with how it came about. */
export type Answered<T> = T & { readonly lastResponse: LastResponse }

const numberOf = (text: string, name: string): number =>
  Number(new RegExp(`;${name}=(\\d+)`).exec(text)?.[1] ?? Number.NaN)

const limitIn = (headers: FetchedResponse['headers']): RateLimit | undefined => {
  const policy = headers.get('ratelimit-policy')
  const left = headers.get('ratelimit')
  if (policy === null || left === null) return undefined
  const limit = {
    limit: numberOf(policy, 'q'),
    windowSeconds: numberOf(policy, 'w'),
    remaining: numberOf(left, 'r'),
    resetSeconds: numberOf(left, 't'),
  }
  return Object.values(limit).some(Number.isNaN) ? undefined : limit
}

/** Puts onto an answer how it came about. */
export const answered = <T extends object>(
  body: T,
  headers: FetchedResponse['headers'],
  known: Pick<LastResponse, 'idempotencyKey' | 'attempts'>,
): Answered<T> => {
  const lastResponse: LastResponse = {
    requestId: headers.get('x-request-id') ?? undefined,
    replayed: headers.get('idempotency-replayed') === 'true',
    limit: limitIn(headers),
    ...known,
  }
  return Object.defineProperty(body, 'lastResponse', {
    value: lastResponse,
    enumerable: false,
  }) as Answered<T>
}
