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

/** What the platform decides, and operations go by. */
export interface PlatformSettings {
  /** Where people, and providers that report, reach the HTTP host. */
  readonly publicUrl: string
  /** The version of the published contract. */
  readonly contractVersion: string
  /** What the accounts of new Organizations are kept in. */
  readonly currency: string
  /** In which messages have a price. */
  readonly currencies: readonly string[]
  /** What an Organization gets once to test with, in minor units of `currency`; 0: nothing. */
  readonly testCreditMinor: number
  /** Which releases of clients are supported; absent: as `DEFAULT_RELEASE_POLICIES` says. */
  readonly releasePolicies?: ReleasePolicies
}

/** What implementations are given; each takes what it needs. */
export interface OperationNeeds extends Ports {
  readonly platform: PlatformSettings
  /** By which callers prove their password again: all proofs of a process wait in one queue. */
  readonly prove: ProveIdentity
  readonly overview: OverviewReadings
  /** The entries of all operations, for those that show or check what others are. */
  readonly entries: readonly Operation[]
}

/** What can be said of a body without looking anything up; its shape says the rest (`docs/decisions/0032`). */
export interface Inspected<Request> {
  readonly inspect?:
    | ((
        parts: WellShaped<Request>,
        circumstances: InspectionContext,
        needs: OperationNeeds,
      ) => readonly FieldProblem[])
    | undefined
}

/** A call whose caller may make it: all that an implementation is told. */
export interface AuthorizedCall<Request> {
  readonly request: Request
  /** The caller as of this moment. */
  readonly facts: CallerFacts
  /** As whom records name the caller. */
  readonly signature: RecordedActor
  /** By what a super admin who is there proved who they are; undefined for everybody else. */
  readonly proof?: OperatorProof | undefined
  /** Whether the caller came without the second factor that this Organization requires. */
  isLockedOut(organization: Organization): boolean
  /** The tenant that the request is about, and what the caller is there; undefined where it is about none. */
  readonly membership: Membership | undefined
  readonly nowMs: EpochMs
  readonly origin: Origin
}

/** What the audit log says besides of a mutation, in the same chain and for the same reason. */
export type FurtherAct = Pick<AuditEvent, 'action' | 'target' | 'details'>

/** What a mutation did. */
export interface MutationResult<Result> {
  readonly result: Result
  /** What the audit log says of it; the Organization, or that it is nobody's, where it is not the request's own. */
  readonly about: Pick<AuditEvent, 'target' | 'details'> & {
    readonly reason?: string
    readonly organizationId?: OrganizationId | undefined
  }
  readonly further?: readonly FurtherAct[]
  /** The messages that are looked at again once it is committed: after a kill switch. */
  readonly concerned?: OutboxSelection
}

/** Does what is asked for in the runner's unit, which commits it with its audit event or not at all. */
type Doing<Request, Result> = (
  unit: UnitOfWork,
  call: AuthorizedCall<Request>,
) => Promise<E.Either<Refusal | Postponed, MutationResult<Result>>>

/** What a reading found, and whose it is where the request did not say. */
export interface ReadingResult<Result> {
  readonly organizationId: OrganizationId | undefined
  readonly result: Result
}

/** As {@link Doing}, with what it needs. */
type Run<Request, Result> = (
  unit: UnitOfWork,
  call: AuthorizedCall<Request>,
  needs: OperationNeeds,
) => Promise<E.Either<Refusal | Postponed, MutationResult<Result>>>

interface Locking<Request> extends Inspected<Request> {
  /** `exclusive` where it changes what is versioned by the epoch. */
  readonly lock: LockMode
}

/** How a mutation is done. */
type MutationBody<Request, Result> = Locking<Request> &
  (
    | { readonly run: Run<Request, Result> }
    /** Called once a call: what it returns may be run more than once, when the unit is, and what it keeps lasts over that. */
    | { readonly begin: (needs: OperationNeeds) => Doing<Request, Result> }
  )

/** What of personal data a reading shows to operators. */
export interface AccessLogRule<Request> {
  /**
   * What the caller looks at, to be put on record; never personal data itself. Undefined where nothing of the kind is
   * shown (docs/contract#audit-events).
   */
  readonly accesses?: ((request: Request, needs: OperationNeeds) => string | undefined) | undefined
}

/** How a reading is done; it answers {@link shown}, or {@link absent} where there is nothing of the kind. */
interface ReadingBody<Request, Result> extends Inspected<Request>, AccessLogRule<Request> {
  readonly read: (
    call: AuthorizedCall<Request>,
    needs: OperationNeeds,
  ) => Promise<E.Either<Refusal | Outage, AsOf<ReadingResult<Result> | undefined>>>
}

/** An entry of the registry, as far as what carries it out is typed by it. */
export type OperationEntry = Pick<Operation, 'name' | 'mutation' | 'request' | 'result'>

/** The entry of an operation that changes something. */
type MutationEntry = OperationEntry & { readonly mutation: true }

/** The entry of an operation that only reads. */
export type ReadingEntry = OperationEntry & { readonly mutation: false }

/** The decoded body of the operation that an entry describes. */
export type RequestTo<O extends Pick<OperationEntry, 'request'>> = t.TypeOf<O['request']>

/** The result of the operation that an entry describes. */
export type ResultFrom<O extends Pick<OperationEntry, 'result'>> = t.TypeOf<O['result']>

/** What carries out a mutation. */
export interface MutationOf<O extends MutationEntry> extends Locking<RequestTo<O>> {
  readonly name: O['name']
  readonly begin: (needs: OperationNeeds) => Doing<RequestTo<O>, ResultFrom<O>>
}

/** What carries out a reading. */
export interface ReadingOf<O extends ReadingEntry> extends ReadingBody<RequestTo<O>, ResultFrom<O>> {
  readonly name: O['name']
}

/** What carries out each of these operations: one that nothing carries out, or another's body does, does not compile. */
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

/** Any reading, as the runner sees it. */
export type ReadingRun = Inspected<unknown> & Pick<ReadingBody<Body, object>, 'read' | 'accesses'>

/** A call of the operation that an entry describes. */
export type CallOf<O extends OperationEntry> = AuthorizedCall<RequestTo<O>>

/** What is well-shaped of a body of the operation that an entry describes. */
export type PartsOf<O extends OperationEntry> = WellShaped<RequestTo<O>>

/** What the mutation did that an entry describes. */
export type DoneOf<O extends OperationEntry> = MutationResult<ResultFrom<O>>

/** Has the mutation of this entry done so. */
export const mutation = <O extends MutationEntry>(
  { name }: O,
  body: MutationBody<RequestTo<O>, ResultFrom<O>>,
): MutationOf<O> => ({
  name,
  lock: body.lock,
  inspect: body.inspect,
  begin: 'begin' in body ? body.begin : (needs) => (unit, call) => body.run(unit, call, needs),
})

/** Has the reading of this entry done so. */
export const reading = <O extends ReadingEntry>(
  { name }: O,
  body: ReadingBody<RequestTo<O>, ResultFrom<O>>,
): ReadingOf<O> => ({ name, ...body })

/** What a reading found as of an epoch; of an Organization that the request does not name, where it is one's. */
export const shown = <R>(
  epoch: number,
  result: R,
  organizationId?: OrganizationId,
): E.Either<never, AsOf<ReadingResult<R>>> => E.right({ epoch, value: { organizationId, result } })

/** As of an epoch there is nothing of the kind: NotFound. */
export const absent = (epoch: number): E.Either<never, AsOf<undefined>> =>
  E.right({ epoch, value: undefined })
