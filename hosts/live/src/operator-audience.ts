import type { IncomingMessage } from 'node:http'
import { E, pipe, TE } from '@postrider/core/fp'
import type { Operator } from '@postrider/core/use-cases/callers/caller'
import type { OperatorSessions } from '@postrider/core/use-cases/people/operator-sessions'
import type { LiveAudience, SessionHolder } from './live-audience.js'

/** How super admins come. */
export interface OperatorEntry {
  readonly operatorSessions: OperatorSessions
  /** The origin of the console's pages, as browsers send it. */
  readonly webOrigin: () => string
  /** The token in the console's cookie. */
  readonly tokenOf: (request: IncomingMessage) => string | undefined
}

/** The console's subprotocol. */
const SUBPROTOCOL = 'postrider.console.v1'

const holderOf = (principal: Operator): SessionHolder => {
  const { session } = principal.proof
  if (session === undefined) throw new Error('who is at the console has a session')
  return { key: session.sessionId, principal, untilMs: session.untilMs }
}

/** Super admins, by their sessions at the console. */
export const operatorAudience = ({ operatorSessions, webOrigin, tokenOf }: OperatorEntry): LiveAudience => ({
  subprotocol: SUBPROTOCOL,
  webOrigin,
  find: (request) => {
    const token = tokenOf(request) ?? ''
    return pipe(
      operatorSessions.find(token),
      TE.map((operator) => ({
        ...holderOf(operator),
        confirm: (code, origin) =>
          pipe(
            operatorSessions.confirm(token, code, origin),
            TE.map((principal) => ({ principal, confirmedAtMs: principal.proof.confirmedAtMs })),
          ),
        end: (origin) => operatorSessions.end(token, origin),
        touch: (principal) =>
          principal._tag === 'Operator'
            ? operatorSessions.touch(principal)
            : () => Promise.resolve(E.right(principal)),
      })),
    )
  },
  redeem: (ticket) => pipe(operatorSessions.redeem(ticket, webOrigin()), TE.map(holderOf)),
})
