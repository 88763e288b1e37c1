import type { IncomingMessage } from 'node:http'
import type { CookieSession } from '@postrider/core/identity/domain/people/cookie-session'
import { E, pipe, TE } from '@postrider/core/fp'
import type { Operator, Principal, WebsiteUser } from '@postrider/core/identity/use-cases/callers/caller'
import type { CookieSessions } from '@postrider/core/identity/use-cases/people/cookie-sign-ins'
import type { LiveAudience, LiveSession, SessionHolder } from './live-audience.js'

/** How users reach the pages of a host. */
export interface CookieEntry {
  /** The origin of the host's pages, as browsers send it. */
  readonly webOrigin: () => string
  /** The token in the host's cookie. */
  readonly tokenOf: (request: IncomingMessage) => string | undefined
}

/** The properties of one kind of cookie session at sockets. */
export interface CookieSockets<C extends Operator | WebsiteUser> extends CookieEntry {
  readonly subprotocol: string
  readonly sessions: CookieSessions<C>
  readonly isOne: (principal: Principal) => principal is C
  readonly sessionOf: (caller: C) => CookieSession | undefined
  /** Further methods of its sessions. */
  readonly further?: (token: string) => Pick<LiveSession, 'confirm'>
}

/** The audience of users with one kind of cookie session. */
export const cookieAudience = <C extends Operator | WebsiteUser>({
  subprotocol,
  sessions,
  isOne,
  sessionOf,
  further,
  webOrigin,
  tokenOf,
}: CookieSockets<C>): LiveAudience => {
  const holderOf = (principal: C): SessionHolder => {
    const session = sessionOf(principal)
    if (session === undefined) throw new Error('who came by a cookie has a session')
    return { key: session.sessionId, principal, untilMs: session.untilMs }
  }
  return {
    subprotocol,
    webOrigin,
    find: (request) => {
      const token = tokenOf(request) ?? ''
      return pipe(
        sessions.find(token),
        TE.map((caller) => ({
          ...holderOf(caller),
          ...further?.(token),
          end: (origin) => sessions.end(token, origin),
          touch: (principal) =>
            isOne(principal) ? sessions.touch(principal) : () => Promise.resolve(E.right(principal)),
        })),
      )
    },
    redeem: (ticket) => pipe(sessions.redeem(ticket, webOrigin()), TE.map(holderOf)),
  }
}
