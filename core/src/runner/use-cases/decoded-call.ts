import type { Origin } from '../../audit/domain/audit-event.js'
import type { OrganizationId } from '../../kernel/ids/id.js'
import type { OperationName } from '../../assembly/registry.js'
import type { Ports } from '../../assembly/ports.js'
import type { Body } from '../domain/entries/request.js'
import type { Principal } from '../../identity/use-cases/callers/caller.js'

export type RunnerNeeds = Pick<Ports, 'storage' | 'clock' | 'ids' | 'digests' | 'keyedDigests' | 'telemetry'>

/** A decoded call of an operation that the caller's audience knows. */
export interface DecodedCall {
  readonly name: OperationName
  readonly principal: Principal
  readonly request: Body
  readonly origin: Origin
  /** For how long the same call is known again; absent: for as long as results are kept. */
  readonly knownForMs?: number | undefined
}

/** What an operation answers; `replayed`: an earlier call under the same `requestId` did it. */
export interface OperationAnswer {
  readonly result: object
  readonly replayed: boolean
  /** ShownOrganization a reading is, where it is one Organization's: of a ticket or a chat nobody knows before it was read. */
  readonly organizationId?: OrganizationId | undefined
}
