import type { AuditEvent, Origin } from '../../../domain/audit/audit-event.js'
import type { Place } from '../../../domain/operations/running/authorise.js'
import type {
  MutationName,
  OperationName,
  ReadingName,
  RequestOf,
  ResultOf,
} from '../../../domain/operations/registry.js'
import type { OrganizationId } from '../../../domain/ids/id.js'
import type { Outage } from '../../../domain/refusals/outage.js'
import type { Refusal } from '../../../domain/refusals/refusal.js'
import type { EpochMs } from '../../../domain/time/epoch-ms.js'
import type { E, TE } from '../../../fp.js'
import type { AsOf } from '../../../ports/storage/projection-storage.js'
import type { CallerFacts } from '../../../ports/storage/people-storage.js'
import type { OutboxSelection } from '../../../ports/storage/outbox-storage.js'
import type { Hold, UnitOfWork } from '../../../ports/storage/unit-of-work.js'
import type { Signature } from '../../callers/caller.js'
import type { Postponed } from '../../units/until-done.js'

/** A call whose caller may make it: all that an implementation is told. */
export interface CallWith<Request> {
  readonly request: Request
  /** The caller as he is at this moment. */
  readonly facts: CallerFacts
  /** As whom records name him. */
  readonly signature: Signature
  /** The tenant that the request is about, and what the caller is there; undefined where it is about none. */
  readonly place: Place | undefined
  readonly nowMs: EpochMs
  readonly origin: Origin
}

/** What a mutation did. */
export interface DoneWith<Result> {
  readonly result: Result
  /** What the audit log says of it; the Organization, or that it is nobody's, where it is not the request's own. */
  readonly about: Pick<AuditEvent, 'target' | 'details'> & {
    readonly reason?: string
    readonly organizationId?: OrganizationId | undefined
  }
  /** The messages that are looked at again once it is committed: after a kill switch. */
  readonly concerned?: OutboxSelection
}

/** Does what is asked for in the runner's unit, which commits it with its audit event or not at all. */
type Doing<Request, Result> = (
  unit: UnitOfWork,
  call: CallWith<Request>,
) => Promise<E.Either<Refusal | Postponed, DoneWith<Result>>>

export interface MutationWith<Request, Result> {
  /** `exclusive` where it changes what other requests believe in. */
  readonly hold: Hold
  /** Begins a call: what it returns may be run more than once, when the unit is. */
  readonly begin: () => Doing<Request, Result>
}

/** What a reading found, and whose it is where the request did not say. */
export interface FoundWith<Result> {
  readonly organizationId: OrganizationId | undefined
  readonly result: Result
}

/**
 * An operation that only reads; undefined: what was asked for does not exist. It is shown only if the caller may still
 * see it as of the reading's epoch.
 */
export type ReadingWith<Request, Result> = (
  call: CallWith<Request>,
) => TE.TaskEither<Refusal | Outage, AsOf<FoundWith<Result> | undefined>>

export type Call<K extends OperationName> = CallWith<RequestOf<K>>
export type Done<K extends MutationName> = DoneWith<ResultOf<K>>
export type Mutation<K extends MutationName> = MutationWith<RequestOf<K>, ResultOf<K>>
export type Reading<K extends ReadingName> = ReadingWith<RequestOf<K>, ResultOf<K>>

/** One for every operation: an entry of the registry that nothing carries out does not compile. */
export type Implementations = { readonly [K in MutationName]: Mutation<K> } & {
  readonly [K in ReadingName]: Reading<K>
}

/** A mutation that needs nothing from one beginning to the next. */
export const mutation = <K extends MutationName>(
  hold: Hold,
  run: Doing<RequestOf<K>, ResultOf<K>>,
): Mutation<K> => ({ hold, begin: () => run })
