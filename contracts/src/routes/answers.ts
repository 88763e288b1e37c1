import type { Field } from '@postrider/core/kernel/codecs/codec'
import type { RouteAnswer } from './route.js'

/** An answer of JSON. */
export const json = (
  status: number,
  description: string,
  body?: Field,
  headers?: RouteAnswer['headers'],
): RouteAnswer => ({
  status,
  description,
  contentTypes: ['application/json'],
  ...(body === undefined ? {} : { body }),
  ...(headers === undefined ? {} : { headers }),
})

/** What any part of the service that breaks comes to. */
export const brokenHere = ['internal_error', 'service_unavailable'] as const

/** What can stand against any call of a protected route. */
export const protectedErrors = ['unauthenticated', 'too_many_requests', ...brokenHere] as const

/** What can be wrong with any body. */
export const bodyErrors = [
  'invalid_json',
  'invalid_request',
  'payload_too_large',
  'unsupported_media_type',
] as const

/** The header that tells a replay. */
export const replayHeader = {
  'Idempotency-Replayed': {
    description: 'There when this is what an earlier call under the same key came to.',
    values: ['true'],
  },
} as const
