import { pipe, TE } from '@postrider/core/fp'
import type { Principal, WebsiteUser } from '@postrider/core/identity/use-cases/callers/caller'
import type { PersonSessions } from '@postrider/core/identity/use-cases/people/person-sessions'
import { cookieAudience, type CookieEntry } from './cookie-audience.js'
import type { LiveAudience } from './live-audience.js'

/** The sessions and cookies of customers' users. */
export interface PersonEntry extends CookieEntry {
  readonly personSessions: PersonSessions
}

const isWebsiteUser = (principal: Principal): principal is WebsiteUser => principal._tag === 'WebsiteUser'

/** Customers' users with their website sessions; they may confirm their second factor again. */
export const personAudience = ({ personSessions, ...entry }: PersonEntry): LiveAudience =>
  cookieAudience({
    ...entry,
    subprotocol: 'postrider.website.v1',
    sessions: personSessions,
    isOne: isWebsiteUser,
    sessionOf: ({ facts: { session } }) => session,
    further: (token) => ({
      confirm: (code, origin) =>
        pipe(
          personSessions.confirm(token, code, origin),
          // The ticket was accepted a moment ago, in this session.
          TE.map((principal) => ({
            principal,
            confirmedAtMs: principal.facts.session.confirmedAtMs ?? principal.facts.session.seenAtMs,
          })),
        ),
    }),
  })
