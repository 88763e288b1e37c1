import type { HeaderStrings } from '@postrider/core/kernel/codecs/compile-headers'
import { SECOND_MS } from '@postrider/core/kernel/time/epoch-ms'
import { isSecure } from '../origin/web-origin.js'

/** What the cookie of a site is called, and how long a browser keeps it. */
export interface CookieKind {
  readonly name: string
  /** As long as a session lasts at most; it ends by itself before. */
  readonly lastsMs: number
}

/** A token is shorter. */
const LONGEST = 256

/** The cookie of a session at an origin, whose token no script reads and no other site sends. */
export interface SessionCookie {
  /** The token that came along; undefined where none did, or two that differ. */
  read(headers: HeaderStrings): string | undefined
  /** The header that sets it, name and value. */
  set(token: string): readonly string[]
  /** The header that takes it away. */
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
 * The cookie `__Host-operator` or `__Host-person` (RFC 6265bis 4.1.3.2): a browser sends it to this host alone, over TLS alone. On
 * this machine without TLS it is called without the prefix, and no browser binds it so; nobody else is there.
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
