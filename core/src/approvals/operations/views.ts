import type * as t from 'io-ts'
import type { Approval, Proposal } from '../domain/approval.js'
import { present } from '../../kernel/present.js'
import { isId } from '../../kernel/ids/id.js'
import { isoTime } from '../../kernel/time/epoch-ms.js'
import type { approvalShape } from './shapes.js'

type View = t.TypeOf<typeof approvalShape>

const termsOf = (proposal: Proposal): Pick<View, 'price' | 'money' | 'secondFactor'> => {
  if (proposal.kind === 'second_factor_reset') return { secondFactor: { userId: proposal.userId } }
  if (proposal.kind !== 'price_version') {
    const { environment, currency, amountMinor } = proposal
    return { money: { currency, environment, amountMinor } }
  }
  const { channel, destinationPrefix, category, currency, unitAmountMinor, chargeOn, effectiveFromMs } =
    proposal
  const effectiveFrom = isoTime(effectiveFromMs)
  const fields = { channel, destinationPrefix, currency, unitAmountMinor, chargeOn, effectiveFrom }
  return { price: { ...fields, ...present({ category }) } }
}

const outcomeOf = ({ executedId }: Approval): Pick<View, 'priceVersionId' | 'entryId'> => {
  if (executedId === undefined) return {}
  if (isId('prv', executedId)) return { priceVersionId: executedId }
  return isId('ent', executedId) ? { entryId: executedId } : {}
}

const deciderOf = ({ deciderId, deciderKind, deciderCredentialId }: Approval): View['decider'] =>
  deciderId === undefined || deciderKind === undefined
    ? null
    : { userId: deciderId, by: deciderKind, credentialId: deciderCredentialId ?? null }

/** A proposal with its state, maker and decider. */
export const approvalView = (approval: Approval): View => {
  const { approvalId, proposal, status, organizationId, reason, decisionReason, decidedAtMs, version } =
    approval
  const { makerId: userId, makerKind: by, makerCredentialId } = approval
  return {
    approvalId,
    kind: proposal.kind,
    status,
    organizationId: organizationId ?? null,
    ...termsOf(proposal),
    maker: { userId, by, credentialId: makerCredentialId ?? null },
    reason,
    proposedAt: isoTime(approval.proposedAtMs),
    decider: deciderOf(approval),
    decisionReason: decisionReason ?? null,
    decidedAt: decidedAtMs === undefined ? null : isoTime(decidedAtMs),
    version,
    ...outcomeOf(approval),
  }
}
