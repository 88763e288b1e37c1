import type { OrganizationId } from '../../../kernel/ids/id.js'
import { compile, type Decoded } from '../../../kernel/codecs/compile.js'
import type { Operation } from '../../../identity/domain/access/operation.js'
import { requestFor } from '../../domain/entries/published-shapes.js'
import { type OperationName, OPERATIONS, operationsFor } from '../../../assembly/registry.js'
import type { Outage } from '../../../kernel/refusals/outage.js'
import { E, TE } from '../../../fp.js'
import type { Ports } from '../../../assembly/ports.js'
import type { Refusal } from '../../../kernel/refusals/refusal.js'
import type { AgentAuthentication } from '../../../identity/use-cases/agents/agent-authentication.js'
import type { Agent } from '../../../identity/use-cases/callers/caller.js'
import { authorize, operationFor } from '../authorize.js'
import type { Body } from '../../domain/entries/request.js'
import { type Digest, frame } from '../../../kernel/digests/digest.js'
import { type Confirmation, hasToBeConfirmed } from '../../domain/results/confirmation.js'
import { canonical } from '../canonical.js'
import { findConfirmation } from './find-confirmation.js'

/** What those need to know who show an Agent its operations as tools (docs/mcp#tools). */
export interface AgentTools {
  /**
   * The operations that the Agent may call at this moment, in alphabetical order: those of its key's kind that its allowlist
   * has and its sponsor's present authority covers. Unauthenticated where the key has ended meanwhile. What is decided of a
   * call, the runner decides again.
   */
  allowed(agent: Agent): TE.TaskEither<Refusal | Outage, readonly OperationName[]>
  /** What a call is known again by: whose it is, its tool and its arguments, in whatever order they came (docs/mcp#retries). */
  digest(agent: Agent, operation: string, given: object): Digest
  /**
   * What has to be confirmed before the operation is run; undefined where nothing has to, and where the runner refuses the
   * call as it is: by the authority of this moment, too (docs/mcp#confirmation).
   */
  confirmation(agent: Agent, operation: string, body: object): TE.TaskEither<Outage, Confirmation | undefined>
}

const NOTHING: TE.TaskEither<Outage, Confirmation | undefined> = TE.right(undefined)

/** The Organization that an Agent's key works for, where operations ask for one. */
const organizationOf = ({ tenant }: Operation, agent: Agent): OrganizationId | undefined =>
  tenant === 'none' ? undefined : agent.facts.key.organizationId

/** The tools of Agents, over the registry and what is kept. */
export const agentTools = (
  { storage, clock, digests }: Pick<Ports, 'storage' | 'clock' | 'digests'>,
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

  /** Whoever was let in may have been remembered; what is shown, and what is asked for, is of this moment. */
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
        // A key that has ended is refused by the runner, on record.
        if (E.isLeft(present)) return 'cause' in present.left ? E.left(present.left) : E.right(undefined)
        if (!isAuthorized(present.right, operation)) return E.right(undefined)
        return findConfirmation(storage, present.right, operation, request.right as Body)()
      }
    },
  }
}
