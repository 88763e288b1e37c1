import type { HeaderStrings } from '@postrider/core/kernel/codecs/compile-headers'
import type { RatePolicy, RateSubject } from '@postrider/core/limits/domain/rate-policy'
import type { Outage } from '@postrider/core/kernel/refusals/outage'
import type { Refusal } from '@postrider/core/kernel/refusals/refusal'
import type { E } from '@postrider/core/fp'
import type { Agent, Caller, Person, Server } from '@postrider/core/identity/use-cases/callers/caller'
import type { Route } from '@postrider/contracts/routes/route'
import type { OperationBoundary } from '../hosting/request-metrics.js'

/** A request as it came: by this a boundary recognises its caller. */
export interface IncomingRequest {
  /** The caller's own id where it gave one well-formed one, else a fresh one. */
  readonly requestId: string
  readonly headers: HeaderStrings
  /** Where it comes from, as the port IpAddresses normalises it; empty where that cannot be told any more. */
  readonly clientAddress: string
}

/** Who calls at each boundary of the route table. */
export interface BoundaryCallers {
  readonly none: undefined
  readonly server: Server
  readonly user: Person
  readonly agent: Agent
}

/** A trust boundary: who is let in at it, and how those are counted, logged and answered. */
export interface Boundary<C extends Caller = Caller> {
  /** The route of its operations, and what their calls are counted as; undefined where it has none. */
  readonly operations: { readonly route: string; readonly countedAs: OperationBoundary } | undefined
  /** The caller whose credential came along; Unauthenticated where none did, and where it is that of another boundary. */
  authenticate(arrival: IncomingRequest): Promise<E.Either<Refusal | Outage, C>>
  /** Refuses the route to a caller, as far as that is decided before its body is read. */
  admit(caller: C, route: Route): E.Either<Refusal, C>
  /** The credential, user or key that the caller proved; its large bodies are received one at a time. */
  credentialOf(caller: C): string
  /** The buckets that a request under a policy is counted in, at least one. */
  rateSubjects(caller: C, policy: RatePolicy): readonly RateSubject[]
  /** What the access line says of the caller; it may say more closely than its route where the request went. */
  logFields(caller: C, target: string): object
  /** The body as the callers of this boundary read it. */
  envelope(body: object, isError: boolean): object
}
