import { audienceOf, isLive } from '../../domain/agents/agent-key.js'
import type { Outage } from '../../domain/refusals/outage.js'
import { type Refusal, refusal } from '../../domain/refusals/refusal.js'
import type { EpochMs } from '../../domain/time/epoch-ms.js'
import { E, type TE } from '../../fp.js'
import type { AgentSecret } from '../../ports/bearer-secrets.js'
import type { Ports } from '../../ports/ports.js'
import type { AgentFacts } from '../../ports/storage/people-storage.js'
import type { UnitOfWork } from '../../ports/storage/unit-of-work.js'
import { type Remembered, remembering } from '../catalog/remembering.js'
import type { Agent } from '../callers/principal.js'

/** Recognises Agent keys. What an Agent may do is decided by the runner. */
export interface AgentAuthentication {
  /**
   * The Agent that the key belongs to. Missing, malformed, unknown, expired, revoked or of another boundary: all are
   * Unauthenticated (decisions 2). May answer from memory, of a second ago at the most.
   */
  authenticate(bearer: string | undefined): TE.TaskEither<Refusal | Outage, Agent>
  /** The same Agent as of an epoch or later. */
  renew(agent: Agent, atLeastEpoch: number): Promise<E.Either<Refusal | Outage, Agent>>
  /** The same Agent at this moment, in the unit that acts for it. */
  present(unit: UnitOfWork, agent: Agent, nowMs: EpochMs): Promise<E.Either<Refusal, Agent>>
}

const KEYS_REMEMBERED = 1_000
const unauthenticated = E.left(refusal('Unauthenticated'))

/** Authentication with a memory of the keys used last; nobody is refused from memory. */
export const agentAuthentication = ({
  storage,
  agentSecrets,
  clock,
}: Pick<Ports, 'storage' | 'agentSecrets' | 'clock'>): AgentAuthentication => {
  const memory = remembering(clock, KEYS_REMEMBERED, (selector) => storage.people.agent(selector)())

  const agentOf = (
    proof: AgentSecret,
    found: { readonly value: AgentFacts; readonly epoch: number } | undefined,
    nowMs: EpochMs,
  ): E.Either<Refusal, Agent> => {
    const isRight = agentSecrets.matches(proof.secret, found?.value.key.verifier)
    if (!isRight || found === undefined) return unauthenticated
    const { key } = found.value
    if (key.kind !== proof.kind || !isLive(key, nowMs)) return unauthenticated
    return E.right({
      audience: audienceOf(key.kind),
      facts: found.value,
      epoch: found.epoch,
      proof,
    })
  }

  const check = (
    proof: AgentSecret,
    found: E.Either<Outage, Remembered<AgentFacts> | undefined>,
  ): E.Either<Refusal | Outage, Agent> =>
    E.isLeft(found) ? found : agentOf(proof, found.right, clock.nowMs())

  return {
    authenticate: (bearer) => async () => {
      const proof = bearer === undefined ? undefined : agentSecrets.parse(bearer)
      if (proof === undefined) return unauthenticated
      const recalled = agentOf(proof, memory.recall(proof.selector), clock.nowMs())
      return E.isRight(recalled) ? recalled : check(proof, await memory.read(proof.selector))
    },
    renew: async ({ proof }, atLeastEpoch) => check(proof, await memory.since(proof.selector, atLeastEpoch)),
    present: async (unit, { proof }, nowMs) => {
      const facts = await unit.agentKeys.bearer(proof.selector)
      return agentOf(proof, facts && { value: facts, epoch: unit.epoch }, nowMs)
    },
  }
}
