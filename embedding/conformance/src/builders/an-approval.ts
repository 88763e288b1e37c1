import type {
  Approval,
  BalanceProposal,
  FactorProposal,
  PriceProposal,
} from '@postrider/core/approvals/domain/approval'
import { fresh, NOW_MS } from './fresh.js'

/** A price of 30 paise for every SMS to India, from tomorrow on. */
export const aPriceProposal = (overrides: Partial<PriceProposal> = {}): PriceProposal => ({
  kind: 'price_version',
  channel: 'sms',
  destinationPrefix: '+91',
  currency: 'INR',
  unitAmountMinor: 30,
  chargeOn: 'submitted',
  effectiveFromMs: NOW_MS + 86_400_000,
  ...overrides,
})

/** A credit of 500 rupees. */
export const aCreditProposal = (overrides: Partial<BalanceProposal> = {}): BalanceProposal => ({
  kind: 'balance_credit',
  environment: 'test',
  currency: 'INR',
  amountMinor: 50_000,
  ...overrides,
})

/** The replacement of a user's second factor. */
export const aFactorProposal = (): FactorProposal => ({
  kind: 'second_factor_reset',
  userId: fresh.id('usr'),
})

/** A credit that waits for another person's decision. */
export const anApproval = (overrides: Partial<Approval> = {}): Approval => ({
  approvalId: fresh.id('apr'),
  organizationId: fresh.id('org'),
  proposal: aCreditProposal(),
  reason: 'Paid by bank transfer.',
  status: 'pending',
  makerId: fresh.id('usr'),
  makerKind: 'operator',
  makerCredentialId: undefined,
  proposedAtMs: NOW_MS,
  deciderId: undefined,
  deciderKind: undefined,
  deciderCredentialId: undefined,
  decisionReason: undefined,
  decidedAtMs: undefined,
  executedId: undefined,
  version: 1,
  ...overrides,
})

/** The same approval after another person's decision. */
export const decided = (approval: Approval, status: 'approved' | 'rejected'): Approval => ({
  ...approval,
  status,
  deciderId: fresh.id('usr'),
  deciderKind: 'agent',
  deciderCredentialId: fresh.id('agk'),
  decisionReason: 'The money has arrived.',
  decidedAtMs: NOW_MS + 1000,
  executedId: status === 'approved' ? fresh.id('ent') : undefined,
  version: approval.version + 1,
})
