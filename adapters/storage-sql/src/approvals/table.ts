import type {
  Approval,
  BalanceProposal,
  FactorProposal,
  PriceProposal,
  Proposal,
} from '@postrider/core/approvals/domain/approval'
import { sheetName, sheetNamed } from '@postrider/core/ledger/domain/book'
import { priceSlot } from '@postrider/core/ledger/domain/pricing/price-version'
import { readJson } from '../cells/cell.js'
import { aColumn, aText, aTextOrNone, anId, anIdOrNone, anInteger, anIntegerOrNone } from '../rows/column.js'
import { recordTable } from '../rows/record-table.js'

/** Only what is pending holds a slot: the database allows each once. */
const slotOf = ({ status, organizationId, proposal }: Approval): string | null =>
  status === 'pending' && proposal.kind === 'price_version'
    ? priceSlot({ ...proposal, organizationId })
    : null

/** Money is kept with its book and currency in one text, as accounts are. */
type KeptProposal = PriceProposal | FactorProposal | Omit<BalanceProposal, 'book'>

const written = (proposal: Proposal): string => {
  if (!('book' in proposal)) return JSON.stringify(proposal)
  const { book, currency, ...money } = proposal
  return JSON.stringify({ ...money, currency: sheetName({ book, currency }) })
}

const proposalIn = (value: unknown): Proposal => {
  const proposal = value as KeptProposal
  if (proposal.kind === 'price_version' || proposal.kind === 'second_factor_reset') return proposal
  return { ...proposal, ...sheetNamed(proposal.currency) }
}

export const approvals = recordTable<Approval>(
  'approvals',
  {
    approvalId: anId('apr', 'id'),
    organizationId: anIdOrNone('org', 'organization_id'),
    proposal: aColumn('proposal', written, (from) => proposalIn(readJson(from))),
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
    enactedId: aTextOrNone('enacted_id'),
    version: anInteger('version'),
  },
  { derived: { kind: { write: ({ proposal }) => proposal.kind }, slot: { write: slotOf } } },
)
