import type { Field } from '@postrider/core/kernel/codecs/codec'
import type { RouteAnswer } from './route.js'

/** A JSON response. */
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

/** The errors when any part of the service fails. */
export const brokenHere = ['internal_error', 'service_unavailable'] as const

/** The errors of any call of a protected route. */
export const protectedErrors = ['unauthenticated', 'too_many_requests', ...brokenHere] as const

/** The errors of any body. */
export const bodyErrors = [
  'invalid_json',
  'invalid_request',
  'payload_too_large',
  'unsupported_media_type',
] as const

/** The header that marks a replay. */
export const replayHeader = {
  'Idempotency-Replayed': {
    description: '`true` if the response replays an earlier call with the same key; otherwise absent.',
    values: ['true'],
  },
} as const
