import type { Origin } from '../../audit/domain/audit-event.js'
import type { OrganizationId } from '../../kernel/ids/id.js'
import type { OperationName } from '../../assembly/registry.js'
import type { Ids } from '../../kernel/ports/ids.js'
import type { Digests } from '../../kernel/ports/digests.js'
import type { KeyedDigests } from '../../kernel/ports/keyed-digests.js'
import type { Body } from '../domain/entries/request.js'
import type { Principal } from '../../identity/use-cases/callers/caller.js'

export interface RunnerNeeds {
  readonly ids: Ids
  readonly digests: Digests
  readonly keyedDigests: KeyedDigests
}

/** A decoded call of an operation that the caller's audience has. */
export interface DecodedCall {
  readonly name: OperationName
  readonly principal: Principal
  readonly request: Body
  readonly origin: Origin
  /** How long a repeat of the call is recognized; absent: for as long as results are kept. */
  readonly knownForMs?: number | undefined
}

/** The result of an operation; `replayed`: an earlier call with the same `requestId` did it. */
export interface OperationAnswer {
  readonly result: object
  readonly replayed: boolean
  /**
   * The Organization that a read belongs to, if it belongs to one; for a ticket or a chat it is known only
   * after the read.
   */
  readonly organizationId?: OrganizationId | undefined
}
