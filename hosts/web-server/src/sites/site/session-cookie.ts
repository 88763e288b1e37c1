import type { HeaderStrings } from '@postrider/core/kernel/codecs/compile-headers'
import { SECOND_MS } from '@postrider/core/kernel/time/epoch-ms'
import { isSecure } from '../origin/web-origin.js'

/** The name of a site's cookie, and how long a browser keeps it. */
export interface CookieKind {
  readonly name: string
  /** The maximum lifetime of a session; it expires before that by itself. */
  readonly lastsMs: number
}

/** Tokens are shorter. */
const LONGEST = 256

/**
 * The session cookie of an origin: scripts can't read its token, and requests from other sites don't carry
 * it.
 */
export interface SessionCookie {
  /** The token in the request; undefined if there is none, or two that differ. */
  read(headers: HeaderStrings): string | undefined
  /** The header that sets it, name and value. */
  set(token: string): readonly string[]
  /** The header that removes it. */
  clear(): readonly string[]
}

const valuesOf = (header: HeaderStrings[string], name: string): readonly string[] => {
  const lines = header === undefined ? [] : typeof header === 'string' ? [header] : header
  return lines
    .flatMap((line) => line.split(';'))
    .flatMap((one) => {
      const piece = one.trim()
      return piece.startsWith(`${name}=`) ? [piece.slice(name.length + 1)] : []
    })
}

/**
 * The cookie `__Host-operator` or `__Host-person` (RFC 6265bis 4.1.3.2): browsers send it only to this host
 * and only over TLS. On this machine without TLS its name lacks the prefix and browsers don't restrict it so,
 * but there are no other hosts or users there.
 */
export const sessionCookie = (kind: CookieKind, origin: string): SessionCookie => {
  const secure = isSecure(origin)
  const name = secure ? `__Host-${kind.name}` : kind.name
  const attributes = `Path=/; HttpOnly; ${secure ? 'Secure; ' : ''}SameSite=Strict`
  return {
    read: (headers) => {
      const [token, ...others] = new Set(valuesOf(headers['cookie'], name))
      return token === '' || token === undefined || token.length > LONGEST || others.length > 0
        ? undefined
        : token
    },
    set: (token) => ['Set-Cookie', `${name}=${token}; Max-Age=${kind.lastsMs / SECOND_MS}; ${attributes}`],
    clear: () => ['Set-Cookie', `${name}=; Max-Age=0; ${attributes}`],
  }
}
