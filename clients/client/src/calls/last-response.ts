import type { FetchedResponse } from '../fetch-like.js'

/** The remaining quota of a rate limit. */
export interface RateLimit {
  /** The number of requests … */
  readonly limit: number
  /** … per window of this many seconds. */
  readonly windowSeconds: number
  readonly remaining: number
  /** Seconds until the quota is full again. */
  readonly resetSeconds: number
}

/** Metadata of the last response. Every result has it as `lastResponse`, which isn't enumerable. */
export interface LastResponse {
  readonly requestId: string | undefined
  /** The key of the call; undefined for a read. */
  readonly idempotencyKey: string | undefined
  /** Whether an earlier call under this key had already been executed. */
  readonly replayed: boolean
  readonly attempts: number
  readonly limit: RateLimit | undefined
}

/** A result with the metadata of its response. */
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

/** Adds the metadata of its response to a result. */
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
