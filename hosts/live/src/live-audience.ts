import type { IncomingMessage } from 'node:http'
import type { Origin } from '@postrider/core/audit/domain/audit-event'
import type { Outage } from '@postrider/core/kernel/refusals/outage'
import type { Refusal } from '@postrider/core/kernel/refusals/refusal'
import type { EpochMs } from '@postrider/core/kernel/time/epoch-ms'
import type { TE } from '@postrider/core/fp'
import type { Principal } from '@postrider/core/identity/use-cases/callers/caller'

/** The owner of a session. */
export interface SessionHolder {
  /** Identifies the session; never shown, and not a secret. */
  readonly key: string
  readonly principal: Principal
  /** When the session ends, regardless of activity. */
  readonly untilMs: EpochMs
}

/** The same caller after confirming the second factor. */
export interface ConfirmedCaller {
  readonly principal: Principal
  readonly confirmedAtMs: EpochMs
}

/** The session that a cookie opens. */
export interface LiveSession extends SessionHolder {
  /** Confirms the second factor; undefined: this audience has none. */
  readonly confirm?:
    ((code: string, origin: Origin) => TE.TaskEither<Refusal | Outage, ConfirmedCaller>) | undefined
  /** Signs out. */
  end(origin: Origin): TE.TaskEither<Refusal | Outage, unknown>
  /**
   * Records a call by the person, so that the session doesn't end from inactivity. Returns the caller,
   * updated if necessary.
   */
  touch(principal: Principal): TE.TaskEither<Refusal | Outage, Principal>
}

/** The users who may open sockets, and how they prove their identity. */
export interface LiveAudience {
  /** The subprotocol that clients name: `postrider.console.v1`. */
  readonly subprotocol: string
  /** The origin of the only pages that may open sockets, as browsers send it. */
  readonly webOrigin: () => string
  /** The valid session of the request's cookie; Unauthenticated if there is none. */
  find(request: IncomingMessage): TE.TaskEither<Refusal | Outage, LiveSession>
  /**
   * Redeems a ticket of this origin and returns its session's holder. Unauthenticated for any other ticket.
   */
  redeem(ticket: string): TE.TaskEither<Refusal | Outage, SessionHolder>
}
