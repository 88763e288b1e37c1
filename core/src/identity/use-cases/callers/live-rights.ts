import type { OrganizationId } from '../../../kernel/ids/id.js'
import type { LiveReading } from '../../domain/access/operation.js'
import type { Outage } from '../../../kernel/refusals/outage.js'
import type { Refusal } from '../../../kernel/refusals/refusal.js'
import type { E, TE } from '../../../fp.js'
import type { Principal } from './caller.js'

/** What keeping readings true asks beside running them (docs/contract#live-readings). */
export interface LiveRights {
  /**
   * How the reading of this name is kept true for the caller. NotFound where its audience has no such operation or it is no
   * reading that can be subscribed to; InvalidRequest where the body is not of its shape; what `mayStillRead` says of the rest.
   */
  liveReading(principal: Principal, operation: string, request: object): E.Either<Refusal, LiveReading>
  /** Whether the caller's audience has an operation of this name that changes nothing. */
  isReading(principal: Principal, operation: string): boolean
  /** Whether the caller, as it was remembered, may see what the reading shows; whose it is, where it was read once. */
  mayStillRead(
    principal: Principal,
    operation: string,
    request: object,
    organizationId?: OrganizationId,
  ): E.Either<Refusal, unknown>
  /** The same caller as of an epoch or later; Unauthenticated where it is none any more. */
  renew(principal: Principal, atLeastEpoch: number): TE.TaskEither<Refusal | Outage, Principal>
  /** The catalog's epoch at this moment. */
  epoch(): TE.TaskEither<Outage, number>
}
