import type { OrganizationId } from '../../../kernel/ids/id.js'
import { compile, type Decoded } from '../../../kernel/codecs/compile.js'
import type { Operation } from '../../../identity/domain/access/operation.js'
import { requestFor } from '../../domain/entries/published-shapes.js'
import { type OperationName, OPERATIONS, operationsFor } from '../../../assembly/registry.js'
import type { Outage } from '../../../kernel/refusals/outage.js'
import { E, TE } from '../../../fp.js'
import type { AdministrationStorage } from '../../../platform/ports/administration-storage.js'
import type { ApprovalStorage } from '../../../approvals/ports/approval-storage.js'
import type { CatalogStorage } from '../../../catalog/ports/catalog-storage.js'
import type { ReconciliationStorage } from '../../../messaging/ports/reconciliation-storage.js'
import type { SupportStorage } from '../../../support/ports/support-storage.js'
import type { Clock } from '../../../kernel/ports/clock.js'
import type { Digests } from '../../../kernel/ports/digests.js'
import type { Refusal } from '../../../kernel/refusals/refusal.js'
import type { AgentAuthentication } from '../../../identity/use-cases/agents/agent-authentication.js'
import type { Agent } from '../../../identity/use-cases/callers/caller.js'
import { authorize, operationFor } from '../authorize.js'
import type { Body } from '../../domain/entries/request.js'
import { type Digest, frame } from '../../../kernel/digests/digest.js'
import { type Confirmation, hasToBeConfirmed } from '../../domain/results/confirmation.js'
import { canonical } from '../canonical.js'
import { findConfirmation } from './find-confirmation.js'

/** Provides the operations of an Agent as tools (docs/mcp#tools). */
export interface AgentTools {
  /**
   * The operations that the Agent may call now, in alphabetical order: those of its key's kind that its
   * allowlist has and its sponsor's present rights cover. Unauthenticated if the key has ended meanwhile. The
   * runner checks each call again.
   */
  allowed(agent: Agent): TE.TaskEither<Refusal | Outage, readonly OperationName[]>
  /**
   * Identifies a repeated call: by its Agent, its tool and its arguments, in any order (docs/mcp#retries).
   */
  digest(agent: Agent, operation: string, given: object): Digest
  /**
   * The confirmation that is needed before the operation; undefined if none is needed, or if the runner
   * refuses the call anyway by present rights (docs/mcp#confirmation).
   */
  confirmation(agent: Agent, operation: string, body: object): TE.TaskEither<Outage, Confirmation | undefined>
}

const NOTHING: TE.TaskEither<Outage, Confirmation | undefined> = TE.right(undefined)

/** The Organization of an Agent's key, if the operation needs one. */
const organizationOf = ({ tenant }: Operation, agent: Agent): OrganizationId | undefined =>
  tenant === 'none' ? undefined : agent.facts.key.organizationId

interface Needs {
  readonly storage: {
    readonly administration: AdministrationStorage
    readonly approvals: ApprovalStorage
    readonly catalog: CatalogStorage
    readonly reconciliation: ReconciliationStorage
    readonly support: SupportStorage
  }
  readonly clock: Clock
  readonly digests: Digests
}

/** The tools of Agents, based on the registry and storage. */
export const agentTools = (
  { storage, clock, digests }: Needs,
  agents: Pick<AgentAuthentication, 'renew'>,
): AgentTools => {
  const decoders = new Map<OperationName, (body: unknown) => Decoded<unknown>>()
  const decoded = (name: OperationName, body: object): Decoded<unknown> => {
    const decode = decoders.get(name) ?? compileFor(name)
    decoders.set(name, decode)
    return decode(body)
  }
  const compileFor = (name: OperationName) => {
    const decode = compile(requestFor('adminAgent', OPERATIONS[name]))
    return (body: unknown) => decode(body, 'body')
  }

  const isAuthorized = (agent: Agent, operation: Operation): boolean =>
    E.isRight(authorize(operation, agent, organizationOf(operation, agent), clock.nowMs()))

  const allowedNow = (agent: Agent): readonly OperationName[] => {
    const { allowlist, kind, spentAtMs } = agent.facts.key
    if (spentAtMs !== undefined) return []
    return operationsFor(agent.audience).filter((name) => {
      const operation: Operation = OPERATIONS[name]
      const isKeys = operation.keyKinds.includes(kind) && allowlist.includes(name)
      return isKeys && isAuthorized(agent, operation)
    })
  }

  /** The authenticated Agent may have been cached; tools and confirmations need its present state. */
  const atThisMoment = async (agent: Agent): Promise<E.Either<Refusal | Outage, Agent>> => {
    const epoch = await storage.catalog.epoch()()
    return E.isLeft(epoch) ? epoch : agents.renew(agent, epoch.right)
  }

  return {
    allowed: (agent) => async () => E.map(allowedNow)(await atThisMoment(agent)),
    digest: ({ facts }, operation, given) =>
      digests.sha256(frame(['tool-call-1', facts.key.agentKeyId, operation, canonical(given)])),
    confirmation: (agent, requestedName, body) => {
      const named = operationFor(agent, requestedName)
      if (E.isLeft(named)) return NOTHING
      const operation: Operation = OPERATIONS[named.right]
      if (!hasToBeConfirmed(operation)) return NOTHING
      const request = decoded(named.right, body)
      if (E.isLeft(request)) return NOTHING
      return async () => {
        const present = await atThisMoment(agent)
        // The runner refuses a key that has ended, and records it.
        if (E.isLeft(present)) return 'cause' in present.left ? E.left(present.left) : E.right(undefined)
        if (!isAuthorized(present.right, operation)) return E.right(undefined)
        return findConfirmation(storage, present.right, operation, request.right as Body)()
      }
    },
  }
}
