import type { AgentKey } from '@postrider/core/identity/domain/agents/agent-key'
import { aDigest, aText, aValue, anId, anIdOrNone, anInteger, anIntegerOrNone } from '../../rows/column.js'
import { recordTable } from '../../rows/record-table.js'

export const agentKeys = recordTable<AgentKey>('agent_keys', {
  agentKeyId: anId('agk', 'id'),
  kind: aText('kind'),
  organizationId: anIdOrNone('org', 'organization_id'),
  sponsorId: anId('usr', 'sponsor_id'),
  selector: aText('selector'),
  verifier: aDigest('verifier'),
  allowlist: aValue('allowlist'),
  label: aText('label'),
  createdAtMs: anInteger('created_at'),
  confirmedAtMs: anIntegerOrNone('confirmed_at'),
  expiresAtMs: anIntegerOrNone('expires_at'),
  revokedAtMs: anIntegerOrNone('revoked_at'),
  spentAtMs: anIntegerOrNone('spent_at'),
})
