import type { AgentKey, KeyKind } from '../../domain/agents/agent-key.js'
import type { EpochMs } from '../../../kernel/time/epoch-ms.js'
import type { Ids } from '../../../kernel/ports/ids.js'
import type { BearerSecrets } from '../../ports/bearer-secrets.js'

/** A key and its bearer value, which can't be shown again. */
export interface IssuedAgentKey {
  readonly key: AgentKey
  readonly bearer: string
}

/** The rights, owner and lifetime of a key. */
type KeyPowers = Pick<
  AgentKey,
  'kind' | 'organizationId' | 'sponsorId' | 'allowlist' | 'label' | 'expiresAtMs' | 'confirmedAtMs'
>

interface Needs {
  readonly ids: Ids
  readonly agentSecrets: BearerSecrets<KeyKind>
}

/** Creates an Agent key, not stored yet. It contains only the verifier of its secret. */
export const newAgentKey = (
  { ids, agentSecrets }: Needs,
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
