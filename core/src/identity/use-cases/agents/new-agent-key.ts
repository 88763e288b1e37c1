import type { AgentKey } from '../../domain/agents/agent-key.js'
import type { EpochMs } from '../../../kernel/time/epoch-ms.js'
import type { Ports } from '../../../assembly/ports.js'

/** A key and its bearer value, which nobody can show again. */
export interface IssuedAgentKey {
  readonly key: AgentKey
  readonly bearer: string
}

/** What a key may do, for whom, and for how long. */
type KeyPowers = Pick<
  AgentKey,
  'kind' | 'organizationId' | 'sponsorId' | 'allowlist' | 'label' | 'expiresAtMs' | 'confirmedAtMs'
>

/** Makes an Agent key, which is nowhere kept yet. Only the verifier of its secret is part of it. */
export const newAgentKey = (
  { ids, agentSecrets }: Pick<Ports, 'ids' | 'agentSecrets'>,
  { kind, organizationId, sponsorId, allowlist, label, expiresAtMs, confirmedAtMs }: KeyPowers,
  createdAtMs: EpochMs,
): IssuedAgentKey => {
  const { bearer, selector, verifier } = agentSecrets.create(kind)
  const key: AgentKey = {
    agentKeyId: ids.next('agk'),
    kind,
    organizationId,
    sponsorId,
    selector,
    verifier,
    allowlist,
    label,
    createdAtMs,
    confirmedAtMs,
    expiresAtMs,
    revokedAtMs: undefined,
    spentAtMs: undefined,
  }
  return { key, bearer }
}
