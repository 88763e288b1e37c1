import type { HeaderStrings } from '@postrider/core/kernel/codecs/compile-headers'

const READ: ReadonlySet<string> = new Set([
  'authorization',
  'content-encoding',
  'content-length',
  'content-type',
  'cookie',
  'host',
  'idempotency-key',
  'origin',
  'prefer',
  'sec-fetch-site',
  'traceparent',
  'transfer-encoding',
  'x-forwarded-for',
  'x-request-id',
])

/** Headers that may be sent in several lines with the same meaning as in one (RFC 9110 5.3). */
const JOINED = new Set(['prefer', 'x-forwarded-for'])

/**
 * The headers that this host reads, by lower-case name. A header that was sent twice is a list, because a
 * request with two values must not be treated as if it had one. Node's own table would keep the first or join
 * them. `wanted` replaces the default names.
 */
export const requestHeaders = (
  rawHeaders: readonly string[],
  wanted: ReadonlySet<string> = READ,
): HeaderStrings => {
  const read: Record<string, string | readonly string[]> = {}
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const name = (rawHeaders[at] ?? '').toLowerCase()
    if (!wanted.has(name)) continue
    const value = rawHeaders[at + 1] ?? ''
    const before = read[name]
    if (before === undefined) read[name] = value
    else if (typeof before !== 'string') read[name] = [...before, value]
    else read[name] = JOINED.has(name) ? `${before}, ${value}` : [before, value]
  }
  return read
}
