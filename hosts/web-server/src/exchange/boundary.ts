import type { HeaderStrings } from '@postrider/core/kernel/codecs/compile-headers'
import type { RatePolicy, RateSubject } from '@postrider/core/limits/domain/rate-policy'
import type { Outage } from '@postrider/core/kernel/refusals/outage'
import type { Refusal } from '@postrider/core/kernel/refusals/refusal'
import type { E } from '@postrider/core/fp'
import type { Agent, Caller, Person, Server } from '@postrider/core/identity/use-cases/callers/caller'
import type { Route } from '@postrider/contracts/routes/route'
import type { OperationBoundary } from '../hosting/request-metrics.js'

/** A request as it arrived; a boundary recognizes its caller by it. */
export interface IncomingRequest {
  /** The caller's own request id if it sent exactly one that is well formed, else a new one. */
  readonly requestId: string
  readonly headers: HeaderStrings
  /** The client's address as the port IpAddresses normalizes it; empty if it can no longer be determined. */
  readonly clientAddress: string
}

/** The type of caller at each boundary of the route table. */
export interface BoundaryCallers {
  readonly none: undefined
  readonly server: Server
  readonly user: Person
  readonly agent: Agent
}

/** A trust boundary: which callers it admits, and how they are counted and logged and get responses. */
export interface Boundary<C extends Caller = Caller> {
  /**
   * The route of its operations, and the label that their calls are counted under; undefined if it has none.
   */
  readonly operations: { readonly route: string; readonly countedAs: OperationBoundary } | undefined
  /**
   * The caller whose credential was sent; Unauthenticated if there was none or it belongs to another
   * boundary.
   */
  authenticate(arrival: IncomingRequest): Promise<E.Either<Refusal | Outage, C>>
  /** Denies the route to a caller, as far as that is decided before the body is read. */
  admit(caller: C, route: Route): E.Either<Refusal, C>
  /** The credential, user or key that the caller proved; its large bodies are received one at a time. */
  credentialOf(caller: C): string
  /** The buckets that a request under a policy is counted in, at least one. */
  rateSubjects(caller: C, policy: RatePolicy): readonly RateSubject[]
  /**
   * The fields of the access log line about the caller; they may be more precise than the route about the
   * target.
   */
  logFields(caller: C, target: string): object
  /** The body as the callers of this boundary read it. */
  envelope(body: object, isError: boolean): object
}
