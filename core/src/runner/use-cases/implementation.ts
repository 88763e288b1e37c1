import type * as t from 'io-ts'
import type { AuditEvent, Origin } from '../../audit/domain/audit-event.js'
import type { OrganizationId } from '../../kernel/ids/id.js'
import type { WellShaped } from '../../kernel/codecs/well-shaped.js'
import type { InspectionContext } from '../../kernel/inspections/inspection.js'
import type { Operation } from '../../identity/domain/access/operation.js'
import type { Membership } from '../../identity/domain/access/authorize-member.js'
import type { ReleasePolicies } from '../../platform/domain/release-policy.js'
import type { Outage } from '../../kernel/refusals/outage.js'
import type { FieldProblem, Refusal } from '../../kernel/refusals/refusal.js'
import type { Organization } from '../../tenancy/domain/records.js'
import type { EpochMs } from '../../kernel/time/epoch-ms.js'
import { E } from '../../fp.js'
import type { Ports } from '../../assembly/ports.js'
import type { OutboxSelection } from '../../messaging/ports/outbox-storage.js'
import type { CallerFacts } from '../../identity/ports/people-storage.js'
import type { AsOf } from '../../kernel/ports/as-of.js'
import type { LockMode, UnitOfWork } from '../../assembly/unit-of-work.js'
import type { OperatorProof, RecordedActor } from '../../identity/use-cases/callers/caller.js'
import type { ProveIdentity } from '../../identity/use-cases/people/prove-identity.js'
import type { OverviewReadings } from '../../platform/use-cases/status/read-overview.js'
import type { Postponed } from '../../kernel/units/until-done.js'
import type { Body } from '../domain/entries/request.js'

/** Settings of the platform that operations use. */
export interface PlatformSettings {
  /** The URL of the HTTP host for people, and for providers that send reports. */
  readonly publicUrl: string
  /** The version of the published contract. */
  readonly contractVersion: string
  /** The currency of the accounts of new Organizations. */
  readonly currency: string
  /** The currencies in which messages can have a price. */
  readonly currencies: readonly string[]
  /** The one-time test credit of an Organization, in minor units of `currency`; 0: none. */
  readonly testCreditMinor: number
  /** Which releases of clients are supported; absent: `DEFAULT_RELEASE_POLICIES`. */
  readonly releasePolicies?: ReleasePolicies
}

/** The dependencies of implementations; each uses only some of them. */
export interface OperationNeeds extends Ports {
  readonly platform: PlatformSettings
  /** Verifies the passwords of callers again: all proofs of a process share one queue. */
  readonly prove: ProveIdentity
  readonly overview: OverviewReadings
  /** The entries of all operations, for operations that show or check others. */
  readonly entries: readonly Operation[]
}

/** Checks a body without lookups, in addition to its shape (`docs/decisions/0032`). */
export interface Inspected<Request> {
  readonly inspect?:
    | ((
        parts: WellShaped<Request>,
        circumstances: InspectionContext,
        needs: OperationNeeds,
      ) => readonly FieldProblem[])
    | undefined
}

/** An authorized call, in the form that implementations receive. */
export interface AuthorizedCall<Request> {
  readonly request: Request
  /** The caller as of this moment. */
  readonly facts: CallerFacts
  /** The caller's name in records. */
  readonly signature: RecordedActor
  /** The proof of a super admin who calls in person; undefined for all other callers. */
  readonly proof?: OperatorProof | undefined
  /** Whether the caller lacks the second factor that this Organization requires. */
  isLockedOut(organization: Organization): boolean
  /** The tenant of the request, and the caller's role there; undefined if the request has no tenant. */
  readonly membership: Membership | undefined
  readonly nowMs: EpochMs
  readonly origin: Origin
}

/** A further audit event of a mutation, by default in the same chain and with the same reason. */
export type FurtherAct = Pick<AuditEvent, 'action' | 'target' | 'details'> & {
  readonly organizationId?: OrganizationId
  readonly reason?: string
}

/** The outcome of a mutation. */
export interface MutationResult<Result> {
  readonly result: Result
  /**
   * The audit event. It names the Organization if it isn't the request's own; undefined means no
   * Organization.
   */
  readonly about: Pick<AuditEvent, 'target' | 'details'> & {
    readonly reason?: string
    readonly organizationId?: OrganizationId | undefined
  }
  readonly further?: readonly FurtherAct[]
  /** The messages to check again after the commit of an emergency stop. */
  readonly concerned?: OutboxSelection
}

/** Runs a mutation in the runner's unit, which commits it together with its audit event or not at all. */
type Doing<Request, Result> = (
  unit: UnitOfWork,
  call: AuthorizedCall<Request>,
) => Promise<E.Either<Refusal | Postponed, MutationResult<Result>>>

/** The result of a read, and its Organization if the request didn't name it. */
export interface ReadingResult<Result> {
  readonly organizationId: OrganizationId | undefined
  readonly result: Result
}

/** Like {@link Doing}, with its dependencies. */
type Run<Request, Result> = (
  unit: UnitOfWork,
  call: AuthorizedCall<Request>,
  needs: OperationNeeds,
) => Promise<E.Either<Refusal | Postponed, MutationResult<Result>>>

interface Locking<Request> extends Inspected<Request> {
  /** `exclusive` if it changes records that the epoch versions. */
  readonly lock: LockMode
}

/** The implementation of a mutation. */
type MutationBody<Request, Result> = Locking<Request> &
  (
    | { readonly run: Run<Request, Result> }
    /**
     * Called once per call. The returned function may run more than once, if the unit is retried; state kept
     * in the closure outlasts the retries.
     */
    | { readonly begin: (needs: OperationNeeds) => Doing<Request, Result> }
  )

/** Which personal data a read shows to super admins. */
export interface AccessLogRule<Request> {
  /**
   * A description of the personal data that the caller sees, for the audit log; it never contains personal
   * data. Undefined if none is shown (docs/api/admin#audit-events).
   */
  readonly accesses?: ((request: Request, needs: OperationNeeds) => string | undefined) | undefined
}

/** The implementation of a read; it returns {@link shown}, or {@link absent} if the record doesn't exist. */
interface ReadingBody<Request, Result> extends Inspected<Request>, AccessLogRule<Request> {
  readonly read: (
    call: AuthorizedCall<Request>,
    needs: OperationNeeds,
  ) => Promise<E.Either<Refusal | Outage, AsOf<ReadingResult<Result> | undefined>>>
}

/** The parts of a registry entry that type its implementation. */
export type OperationEntry = Pick<Operation, 'name' | 'mutation' | 'request' | 'result'>

/** The entry of an operation that changes something. */
type MutationEntry = OperationEntry & { readonly mutation: true }

/** The entry of an operation that only reads. */
export type ReadingEntry = OperationEntry & { readonly mutation: false }

/** The decoded body of an entry's operation. */
export type RequestTo<O extends Pick<OperationEntry, 'request'>> = t.TypeOf<O['request']>

/** The result of an entry's operation. */
export type ResultFrom<O extends Pick<OperationEntry, 'result'>> = t.TypeOf<O['result']>

/** The implementation of a mutation. */
export interface MutationOf<O extends MutationEntry> extends Locking<RequestTo<O>> {
  readonly name: O['name']
  readonly begin: (needs: OperationNeeds) => Doing<RequestTo<O>, ResultFrom<O>>
}

/** The implementation of a read. */
export interface ReadingOf<O extends ReadingEntry> extends ReadingBody<RequestTo<O>, ResultFrom<O>> {
  readonly name: O['name']
}

/**
 * The implementations of these operations; a missing one, or one of another operation, is a compile error.
 */
export type ImplementationsOf<T extends Readonly<Record<string, OperationEntry>>> = {
  readonly [N in keyof T]: T[N] extends MutationEntry
    ? MutationOf<T[N]>
    : T[N] extends ReadingEntry
      ? ReadingOf<T[N]>
      : never
}

/** Any mutation, as the runner sees it. */
export interface MutationRun extends Locking<unknown> {
  readonly begin: (needs: OperationNeeds) => Doing<Body, object>
}

/** Any read, as the runner sees it. */
export type ReadingRun = Inspected<unknown> & Pick<ReadingBody<Body, object>, 'read' | 'accesses'>

/** A call of an entry's operation. */
export type CallOf<O extends OperationEntry> = AuthorizedCall<RequestTo<O>>

/** The well-shaped parts of a body of an entry's operation. */
export type PartsOf<O extends OperationEntry> = WellShaped<RequestTo<O>>

/** The outcome of an entry's mutation. */
export type DoneOf<O extends OperationEntry> = MutationResult<ResultFrom<O>>

/** Defines the implementation of a mutation. */
export const mutation = <O extends MutationEntry>(
  { name }: O,
  body: MutationBody<RequestTo<O>, ResultFrom<O>>,
): MutationOf<O> => ({
  name,
  lock: body.lock,
  inspect: body.inspect,
  begin: 'begin' in body ? body.begin : (needs) => (unit, call) => body.run(unit, call, needs),
})

/** Defines the implementation of a read. */
export const reading = <O extends ReadingEntry>(
  { name }: O,
  body: ReadingBody<RequestTo<O>, ResultFrom<O>>,
): ReadingOf<O> => ({ name, ...body })

/**
 * The result of a read, with the epoch at which it was read, and its Organization if the request doesn't name
 * it.
 */
export const shown = <R>(
  epoch: number,
  result: R,
  organizationId?: OrganizationId,
): E.Either<never, AsOf<ReadingResult<R>>> => E.right({ epoch, value: { organizationId, result } })

/** The record doesn't exist as of an epoch: NotFound. */
export const absent = (epoch: number): E.Either<never, AsOf<undefined>> =>
  E.right({ epoch, value: undefined })
