import type { IncomingMessage } from 'node:http'
import type { Origin } from '@postrider/core/audit/domain/audit-event'
import type { Outage } from '@postrider/core/kernel/refusals/outage'
import type { Refusal } from '@postrider/core/kernel/refusals/refusal'
import type { EpochMs } from '@postrider/core/kernel/time/epoch-ms'
import type { TE } from '@postrider/core/fp'
import type { Principal } from '@postrider/core/identity/use-cases/callers/caller'

/** Whose session it is. */
export interface SessionHolder {
  /** Tells sessions apart; never shown, and no secret. */
  readonly key: string
  readonly principal: Principal
  /** When the session ends, however active somebody is. */
  readonly untilMs: EpochMs
}

/** The same caller, who has confirmed the second factor. */
export interface ConfirmedCaller {
  readonly principal: Principal
  readonly confirmedAtMs: EpochMs
}

/** The session that a cookie opens. */
export interface LiveSession extends SessionHolder {
  /** Confirms the second factor; undefined: nobody has one here. */
  readonly confirm?:
    ((code: string, origin: Origin) => TE.TaskEither<Refusal | Outage, ConfirmedCaller>) | undefined
  /** Signs out. */
  end(origin: Origin): TE.TaskEither<Refusal | Outage, unknown>
  /** The person made a call: the session does not end for want of one. The same caller, as far as that changes them. */
  touch(principal: Principal): TE.TaskEither<Refusal | Outage, Principal>
}

/** Those who may come, and how they show who they are: what a host says of its sockets. */
export interface LiveAudience {
  /** What clients name as the subprotocol: `postrider.console.v1`. */
  readonly subprotocol: string
  /** The origin of the pages that may open sockets, as browsers send it; no other page may. */
  readonly webOrigin: () => string
  /** The living session whose cookie comes with the request; Unauthenticated where there is none. */
  find(request: IncomingMessage): TE.TaskEither<Refusal | Outage, LiveSession>
  /** Spends a ticket of this origin: whose it was. Unauthenticated for any other. */
  redeem(ticket: string): TE.TaskEither<Refusal | Outage, SessionHolder>
}
