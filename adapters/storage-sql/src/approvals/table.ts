import type { Approval } from '@postrider/core/approvals/domain/approval'
import { priceSlot } from '@postrider/core/ledger/domain/pricing/price-version'
import { aText, aTextOrNone, anId, anIdOrNone, anInteger, anIntegerOrNone, aValue } from '../rows/column.js'
import { recordTable } from '../rows/record-table.js'

/** Only a pending approval holds a slot; the database allows each slot once. */
const slotOf = ({ status, organizationId, proposal }: Approval): string | null =>
  status === 'pending' && proposal.kind === 'price_version'
    ? priceSlot({ ...proposal, organizationId })
    : null

export const approvals = recordTable<Approval>(
  'approvals',
  {
    approvalId: anId('apr', 'id'),
    organizationId: anIdOrNone('org', 'organization_id'),
    proposal: aValue('proposal'),
    reason: aText('reason'),
    status: aText('status'),
    makerId: anId('usr', 'maker_id'),
    makerKind: aText('maker_kind'),
    makerCredentialId: aTextOrNone('maker_credential'),
    proposedAtMs: anInteger('proposed_at'),
    deciderId: anIdOrNone('usr', 'decider_id'),
    deciderKind: aTextOrNone('decider_kind'),
    deciderCredentialId: aTextOrNone('decider_credential'),
    decisionReason: aTextOrNone('decision_reason'),
    decidedAtMs: anIntegerOrNone('decided_at'),
    executedId: aTextOrNone('executed_id'),
    version: anInteger('version'),
  },
  { derived: { kind: { write: ({ proposal }) => proposal.kind }, slot: { write: slotOf } } },
)
