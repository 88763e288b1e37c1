import type { Origin } from '../../../audit/domain/audit-event.js'
import { type AgentKey, audienceOf, isLiveKey, type KeyKind } from '../../domain/agents/agent-key.js'
import type { Outage } from '../../../kernel/refusals/outage.js'
import { type Refusal, refusal, unauthenticatedBy } from '../../../kernel/refusals/refusal.js'
import type { EpochMs } from '../../../kernel/time/epoch-ms.js'
import { E, type TE } from '../../../fp.js'
import type { AgentSecret, BearerSecrets } from '../../ports/bearer-secrets.js'
import type { Clock } from '../../../kernel/ports/clock.js'
import type { AgentFacts, PeopleStorage } from '../../ports/people-storage.js'
import type { UnitOfWork } from '../../../assembly/unit-of-work.js'
import { type Remembered, readCache } from '../../../kernel/caching/read-cache.js'
import type { Agent } from '../callers/caller.js'
import type { KeyObserver } from './watch-keys.js'

/** Authenticates Agent keys. The runner decides what an Agent may do. */
export interface AgentAuthentication {
  /**
   * The Agent that the key belongs to. Missing, malformed, unknown, expired, revoked or of another boundary:
   * all are Unauthenticated (docs/api/conventions#error-codes), without distinction and without waiting for
   * the audit log. The result may be cached for at most a second.
   */
  authenticate(bearer: string | undefined, origin?: Origin): TE.TaskEither<Refusal | Outage, Agent>
  /** The same Agent as of an epoch or later. */
  renew(agent: Agent, atLeastEpoch: number): Promise<E.Either<Refusal | Outage, Agent>>
  /** The same Agent's present rights, in the unit that acts for it. */
  present(unit: UnitOfWork, agent: Agent, nowMs: EpochMs): Promise<E.Either<Refusal, Agent>>
}

const KEYS_REMEMBERED = 1_000
const unauthenticated = E.left(refusal('Unauthenticated'))

type Found = Remembered<AgentFacts> | undefined

const over = ({ agentKeyId, revokedAtMs }: AgentKey): Refusal =>
  unauthenticatedBy({ agentKeyId, cause: revokedAtMs === undefined ? 'expired' : 'revoked' })

const NOBODY_WATCHES: KeyObserver = { used: () => undefined, triedAfterItsEnd: () => undefined }

interface Needs {
  readonly storage: { readonly people: PeopleStorage }
  readonly clock: Clock
  readonly agentSecrets: BearerSecrets<KeyKind>
}

/**
 * Authentication with a cache of the keys used last; keys are never refused based on cached data. `watch` is
 * notified of every key.
 */
export const agentAuthentication = (
  { storage, agentSecrets, clock }: Needs,
  watch: KeyObserver = NOBODY_WATCHES,
): AgentAuthentication => {
  const memory = readCache(clock, KEYS_REMEMBERED, (selector) => storage.people.agent(selector)())

  /** The owner of a key, valid or ended; undefined if the secret is wrong. */
  const ownerOf = (
    proof: AgentSecret,
    found: Pick<Remembered<AgentFacts>, 'value'> | undefined,
  ): AgentFacts | undefined => {
    const isRight = agentSecrets.matches(proof.secret, found?.value.key.verifier)
    return isRight && found?.value.key.kind === proof.kind ? found.value : undefined
  }

  const agentOf = (
    proof: AgentSecret,
    found: Pick<Remembered<AgentFacts>, 'value' | 'epoch'> | undefined,
    nowMs: EpochMs,
  ): E.Either<Refusal, Agent> => {
    const facts = ownerOf(proof, found)
    if (facts === undefined || found === undefined) return unauthenticated
    if (!isLiveKey(facts.key, nowMs)) return E.left(over(facts.key))
    return E.right({ _tag: 'Agent', audience: audienceOf(facts.key.kind), facts, epoch: found.epoch, proof })
  }

  const check = (proof: AgentSecret, found: E.Either<Outage, Found>): E.Either<Refusal | Outage, Agent> =>
    E.isLeft(found) ? found : agentOf(proof, found.right, clock.nowMs())

  const admit = async (
    proof: AgentSecret,
    origin: Origin | undefined,
  ): Promise<E.Either<Refusal | Outage, Agent>> => {
    const recalled = agentOf(proof, memory.recall(proof.selector), clock.nowMs())
    if (E.isRight(recalled)) return recalled
    const found = await memory.read(proof.selector)
    const checked = check(proof, found)
    const dead = E.isLeft(checked) && E.isRight(found) ? ownerOf(proof, found.right) : undefined
    if (dead !== undefined) watch.triedAfterItsEnd(dead, origin)
    return checked
  }

  return {
    authenticate: (bearer, origin) => async () => {
      const proof = bearer === undefined ? undefined : agentSecrets.parse(bearer)
      if (proof === undefined) return unauthenticated
      const admitted = await admit(proof, origin)
      if (E.isRight(admitted)) watch.used(admitted.right.facts.key.agentKeyId)
      return admitted
    },
    renew: async ({ proof }, atLeastEpoch) => check(proof, await memory.since(proof.selector, atLeastEpoch)),
    present: async (unit, { proof }, nowMs) => {
      const facts = await unit.agentKeys.bearer(proof.selector)
      return agentOf(proof, facts && { value: facts, epoch: unit.epoch }, nowMs)
    },
  }
}
