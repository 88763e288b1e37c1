import { pipe, TE } from '@postrider/core/fp'
import type { Operator, Principal } from '@postrider/core/identity/use-cases/callers/caller'
import type { OperatorSessions } from '@postrider/core/identity/use-cases/people/operator-sessions'
import { cookieAudience, type CookieEntry } from './cookie-audience.js'
import type { LiveAudience } from './live-audience.js'

/** The sessions and cookies of super admins. */
export interface OperatorEntry extends CookieEntry {
  readonly operatorSessions: OperatorSessions
}

const isOperator = (principal: Principal): principal is Operator => principal._tag === 'Operator'

/** Super admins with their console sessions; they may confirm their second factor again. */
export const operatorAudience = ({ operatorSessions, ...entry }: OperatorEntry): LiveAudience =>
  cookieAudience({
    ...entry,
    subprotocol: 'postrider.console.v1',
    sessions: operatorSessions,
    isOne: isOperator,
    sessionOf: ({ proof: { session } }) => session,
    further: (token) => ({
      confirm: (code, origin) =>
        pipe(
          operatorSessions.confirm(token, code, origin),
          TE.map((principal) => ({ principal, confirmedAtMs: principal.proof.confirmedAtMs })),
        ),
    }),
  })
