import type { AgentKey } from '@postrider/core/identity/domain/agents/agent-key'
import { grantable } from '@postrider/core/assembly/grantable'
import type { AdminPermission } from '@postrider/core/identity/domain/people/roles'
import { anAgentKey } from '@postrider/conformance/builders/an-agent-key'
import { exclusively } from '@postrider/conformance/storage/unit-work'
import { anOperator } from '../../builders/an-operator.js'
import { aSponsor } from '../http/agents.js'
import type { HttpFixture } from '../http/http-fixture.js'

/** Stores a key without the usual permission checks. */
const keep = async (http: HttpFixture, changes: Partial<AgentKey> & Pick<AgentKey, 'kind'>) => {
  const { bearer, ...secret } = http.ports.agentSecrets.create(changes.kind)
  const usual = { organizationId: undefined, expiresAtMs: undefined, allowlist: grantable(changes.kind) }
  const key = anAgentKey({ ...secret, ...usual, ...changes })
  await exclusively(http.ports, (unit) => unit.agentKeys.add(key))
  return { key, bearer }
}

/** A key of the organization, sponsored by an owner, with all permissions of customer keys. */
export const aToolKey = async (http: HttpFixture, changes: Partial<AgentKey> = {}) => {
  const { organizationId } = http.mine.organization
  const { userId: sponsorId } = await aSponsor(http, organizationId)
  return keep(http, { kind: 'customer', organizationId, sponsorId, ...changes })
}

/** A key of a super admin with all or these permissions, which may call everything that admin keys may. */
export const anAdminToolKey = async (http: HttpFixture, permissions?: readonly AdminPermission[]) => {
  const { facts } = await anOperator(http.ports, permissions)
  return keep(http, { kind: 'admin', sponsorId: facts.user.userId })
}
