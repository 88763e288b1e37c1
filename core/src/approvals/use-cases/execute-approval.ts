import type { Approval, BalanceProposal, CommercialProposal, PriceProposal } from '../domain/approval.js'
import { postingFor, pricedAt } from '../domain/enact.js'
import type { EntryId, OrganizationId, PriceVersionId } from '../../kernel/ids/id.js'
import { newAccount, post } from '../../ledger/domain/post.js'
import { type Refusal, refusal } from '../../kernel/refusals/refusal.js'
import type { Organization } from '../../tenancy/domain/records.js'
import type { EpochMs } from '../../kernel/time/epoch-ms.js'
import { E } from '../../fp.js'
import type { Ids } from '../../kernel/ports/ids.js'
import type { Digests } from '../../kernel/ports/digests.js'
import type { UnitOfWork } from '../../assembly/unit-of-work.js'
import type { BootstrapMode } from './bootstrap-mode.js'

interface Needs {
  readonly ids: Ids
  readonly digests: Digests
}

/** An agreed proposal, and its Organization. */
interface Agreed extends Pick<Approval, 'organizationId'> {
  readonly proposal: CommercialProposal
}

type Executed = Promise<E.Either<Refusal, PriceVersionId | EntryId>>

const setPrice = async (
  { ids }: Needs,
  unit: UnitOfWork,
  organizationId: OrganizationId | undefined,
  proposal: PriceProposal,
  nowMs: EpochMs,
): Executed => {
  const price = pricedAt(proposal, organizationId, ids.next('prv'), nowMs)
  if ((await unit.prices.inSlot(price)) !== undefined) return E.left(refusal('Conflict'))
  unit.prices.add(price)
  return E.right(price.priceVersionId)
}

const moveMoney = async (
  { ids, digests }: Needs,
  unit: UnitOfWork,
  organizationId: OrganizationId,
  proposal: BalanceProposal,
  nowMs: EpochMs,
): Promise<E.Either<Refusal, EntryId>> => {
  const key = { organizationId, environment: proposal.environment, currency: proposal.currency }
  const account = (await unit.ledger.lock(key)) ?? newAccount(key)
  const posting = postingFor(proposal, account, ids.next('ent'))
  if (E.isLeft(posting)) return posting
  const booked = post(account, posting.right, nowMs, digests.sha256)
  unit.ledger.post(booked.account, [booked.event])
  return E.right(posting.right.entryId)
}

const execute = (
  needs: Needs,
  unit: UnitOfWork,
  { organizationId, proposal }: Agreed,
  nowMs: EpochMs,
): Executed => {
  if (proposal.kind === 'price_version') return setPrice(needs, unit, organizationId, proposal, nowMs)
  if (organizationId === undefined) throw new Error('money is always somebody’s')
  return moveMoney(needs, unit, organizationId, proposal, nowMs)
}

/**
 * Executes an approved proposal about prices or money, in the unit of work that decides it. Only this file
 * sets prices, and moves money that no message moves (docs/api/admin#approvals). Each change is another
 * person's decision, except the test credit of {@link executeTestCredit}. Right: the ID of the result.
 * Conflict if the price already exists, or the account can't take the amount.
 */
export const executeApproval = (needs: Needs, unit: UnitOfWork, agreed: Agreed, nowMs: EpochMs): Executed =>
  execute(needs, unit, agreed, nowMs)

/**
 * Does the same at the first set-up, when nobody else could decide (docs/api/running#first-set-up). It is
 * possible only in a unit that started without any super admin, as `bootstrap` proves. No approval is
 * written, because nobody approved. Refusals as above.
 */
export const executeFirst = (
  needs: Needs,
  { unit }: BootstrapMode,
  agreed: Agreed,
  nowMs: EpochMs,
): Executed => execute(needs, unit, agreed, nowMs)

/**
 * Gives an Organization the platform's test credit (docs/api/sandbox#test-preparation): play money, always in
 * its test environment. The caller has checked that the Organization got none yet, and records that it has.
 * Right: the entry. Conflict if the account can't take the amount.
 */
export const executeTestCredit = async (
  { ids, digests }: Needs,
  unit: UnitOfWork,
  organization: Organization,
  { currency, amountMinor }: Pick<BalanceProposal, 'currency' | 'amountMinor'>,
  nowMs: EpochMs,
): Promise<E.Either<Refusal, EntryId>> => {
  const { organizationId } = organization
  const key = { organizationId, environment: 'test' as const, currency }
  return moveMoney(
    { ids, digests },
    unit,
    organizationId,
    { kind: 'balance_credit', ...key, amountMinor },
    nowMs,
  )
}
