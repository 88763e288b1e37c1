import type { Approval, BalanceProposal, PriceProposal } from '../../domain/approvals/approval.js'
import { postingFor, pricedAt } from '../../domain/approvals/enact.js'
import type { EntryId, OrganizationId, PriceVersionId } from '../../domain/ids/id.js'
import { newAccount, post } from '../../domain/ledger/post.js'
import { type Refusal, refusal } from '../../domain/refusals/refusal.js'
import type { EpochMs } from '../../domain/time/epoch-ms.js'
import { E } from '../../fp.js'
import type { Ports } from '../../ports/ports.js'
import type { UnitOfWork } from '../../ports/storage/unit-of-work.js'

type Needs = Pick<Ports, 'ids' | 'digests'>

type Enacted = Promise<E.Either<Refusal, PriceVersionId | EntryId>>

const setPrice = async (
  { ids }: Needs,
  unit: UnitOfWork,
  organizationId: OrganizationId | undefined,
  proposal: PriceProposal,
  nowMs: EpochMs,
): Enacted => {
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
): Enacted => {
  const key = { organizationId, book: proposal.book, currency: proposal.currency }
  const account = (await unit.ledger.lock(key)) ?? newAccount(key)
  const posting = postingFor(proposal, account, ids.next('ent'))
  if (E.isLeft(posting)) return posting
  const booked = post(account, posting.right, nowMs, digests.sha256)
  unit.ledger.book(booked.account, [booked.event])
  return E.right(posting.right.entryId)
}

/**
 * Does what was approved, in the unit that decides it. The one place in which a price is set, and money moved that no
 * message moves (decisions 10): whoever would do either comes through here, with a decision of somebody else's. Right:
 * what it has become. Conflict where the price is there already, or the account cannot take the money.
 */
export const enactApproval = (
  needs: Needs,
  unit: UnitOfWork,
  { organizationId, proposal }: Approval,
  nowMs: EpochMs,
): Enacted => {
  if (proposal.kind === 'price_version') return setPrice(needs, unit, organizationId, proposal, nowMs)
  if (organizationId === undefined) throw new Error('money is always somebody’s')
  return moveMoney(needs, unit, organizationId, proposal, nowMs)
}
