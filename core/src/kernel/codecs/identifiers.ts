import { parseIsoTime } from '../time/epoch-ms.js'
import { broken } from './fault.js'
import { text } from './text.js'

/** The allowed characters of every identifier that a caller may choose (docs/api/conventions#identifiers). */
const identifierPattern = /^[A-Za-z0-9_-]+$/

/** An identifier as requests and responses carry it: 2-128 letters, digits, `_` and `-`. */
export const identifier = (description: string, example: string) =>
  text({ minLength: 2, maxLength: 128, pattern: identifierPattern, description, example })

/** The identifier of a message that Postrider created: `msg_` and 26 characters of Crockford base32. */
export const messageId = text({
  pattern: /^msg_[0-7][0-9a-hjkmnp-tv-z]{25}$/,
  description: 'ID of the message; starts with `msg_`.',
  example: 'msg_01k9x7c2v5n8q4r6t0w3y1z5bd',
})

/** The ID of a message in a body of the control API. There, a malformed ID gets the same response as an unknown one. */
export const namedMessageId = identifier(
  'ID of the message; starts with `msg_`.',
  'msg_01k9x7c2v5n8q4r6t0w3y1z5bd',
)

/** The allowed characters of docs/api/conventions#request-ids. */
const requestIdPattern = /^[A-Za-z0-9._:-]{2,128}$/

/** The correlation id of a request, repeated in the response. */
export const requestId = text({
  pattern: requestIdPattern,
  description: 'ID that correlates the request with logs and support. It equals the X-Request-Id header.',
  example: 'req_01k9x7c2v5n8q4r6t0w3y1z5bd',
})

/**
 * Whether a caller's X-Request-Id may be used; a malformed one is ignored and never causes a refusal
 * (docs/api/conventions#request-ids).
 */
export const isRequestId = (given: unknown): given is string =>
  typeof given === 'string' && requestIdPattern.test(given)

const noMoment = broken('format', 'The date or the time does not exist.')

/** A point in time: ISO 8601 UTC with milliseconds and `Z` (docs/api/conventions#time). */
export const timestamp = (description: string) =>
  text({
    pattern: /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/,
    format: 'date-time',
    refuses: (input) => (parseIsoTime(input) === undefined ? noMoment : undefined),
    description,
    example: '2026-11-21T08:30:00.000Z',
  })
