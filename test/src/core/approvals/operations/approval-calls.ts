import type { OrganizationId } from '@postrider/core/kernel/ids/id'
import { DAY_MS, isoTime } from '@postrider/core/kernel/time/epoch-ms'
import type { Storage } from '@postrider/core/assembly/storage'
import type { Operator } from '@postrider/core/identity/use-cases/callers/caller'
import { NOW_MS } from '@postrider/conformance/builders/fresh'
import { right } from '@postrider/conformance/outcome'
import type { Office } from '../../assembly/an-office.js'

const REASON = 'Paid by bank transfer.'

/** A credit of 500 rupees to the Organization. */
export const aCredit = (organizationId: string, changes: object = {}) => ({
  organizationId,
  currency: 'INR',
  amountMinor: 50_000,
  reason: REASON,
  ...changes,
})

/** A list price of 30 paise for SMS to India, effective from tomorrow. */
export const aListPrice = (changes: object = {}) => ({
  organizationId: null,
  channel: 'sms',
  destinationPrefix: '+91',
  currency: 'INR',
  unitAmountMinor: 30,
  effectiveFrom: isoTime(NOW_MS + DAY_MS),
  reason: 'The operators charge more.',
  ...changes,
})

/** A decision about the proposal in its present version. */
export const aDecision = (approval: { approvalId: string; version: number }, changes: object = {}) => ({
  approvalId: approval.approvalId,
  version: approval.version,
  decision: 'approve',
  reason: 'The money has arrived.',
  ...changes,
})

/** All of an Organization's money, and all prices. */
export const worthOf = async (storage: Storage, organizationId: OrganizationId) => {
  const query = { channel: undefined, currency: undefined, atMs: undefined, before: undefined, limit: 1_000 }
  const key = { organizationId, environment: 'test' as const, currency: 'INR' }
  return {
    account: (await right(storage.ledger.status(key))).account,
    events: await right(storage.ledger.events(key, 0, 1_000)),
    prices: (await right(storage.prices.versions({ ...query, of: 'everybody' }))).value,
  }
}

/** Proposes as one super admin, decides as another, and returns the approval afterwards. */
export const decidedBy = async (
  { doneAbove }: Pick<Office, 'doneAbove'>,
  [maker, checker]: readonly [Operator, Operator],
  operation: 'proposePriceVersion' | 'proposeBalanceCredit' | 'proposeBalanceAdjustment',
  body: object,
  decision: 'approve' | 'reject' = 'approve',
) => {
  const { approval } = await doneAbove(maker, operation, body)
  return (await doneAbove(checker, 'decideApproval', aDecision(approval, { decision }))).approval
}
