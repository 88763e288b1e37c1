import type { OrganizationId } from '../../../kernel/ids/id.js'
import type { LiveReading } from '../../domain/access/operation.js'
import type { Outage } from '../../../kernel/refusals/outage.js'
import type { Refusal } from '../../../kernel/refusals/refusal.js'
import type { E, TE } from '../../../fp.js'
import type { Principal } from './caller.js'

/** Access checks for live readings (docs/api/sockets#live-readings). */
export interface LiveRights {
  /**
   * How the read of this name is kept up to date for the caller. NotFound if the audience has no such
   * operation, or it can't be subscribed to; InvalidRequest if the body has another shape; otherwise refusals
   * as for `mayStillRead`.
   */
  liveReading(principal: Principal, operation: string, request: object): E.Either<Refusal, LiveReading>
  /** Whether the caller's audience has a read of this name. */
  isReading(principal: Principal, operation: string): boolean
  /**
   * Whether the caller, as cached, may see the result of the read; `organizationId` is its Organization, once
   * known from a read.
   */
  mayStillRead(
    principal: Principal,
    operation: string,
    request: object,
    organizationId?: OrganizationId,
  ): E.Either<Refusal, unknown>
  /** The same caller as of an epoch or later; Unauthenticated if they are no longer signed in. */
  renew(principal: Principal, atLeastEpoch: number): TE.TaskEither<Refusal | Outage, Principal>
  /** The current epoch of the catalog. */
  epoch(): TE.TaskEither<Outage, number>
}
