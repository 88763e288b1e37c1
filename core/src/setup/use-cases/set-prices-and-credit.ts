import type { FirstSetUpRequest } from '../domain/first-set-up.js'
import type { EntryId, OrganizationId, PriceVersionId } from '../../kernel/ids/id.js'
import { E } from '../../fp.js'
import type { Ids } from '../../kernel/ports/ids.js'
import type { Digests } from '../../kernel/ports/digests.js'
import { executeFirst } from '../../approvals/use-cases/execute-approval.js'
import { eachInTurn, brandedId, note, type Outcome, type SetUpStage } from './set-up-stage.js'

interface Needs {
  readonly ids: Ids
  readonly digests: Digests
}
type Price = FirstSetUpRequest['prices'][number]

const setPrice = async (
  needs: Needs,
  stage: SetUpStage,
  { organization }: FirstSetUpRequest,
  { channel, destinationPrefix, unitAmountMinor, currency = organization.currency }: Price,
): Outcome<PriceVersionId> => {
  const price = { channel, destinationPrefix, currency, unitAmountMinor, chargeOn: 'submitted' } as const
  const proposal = { kind: 'price_version', ...price, effectiveFromMs: stage.nowMs } as const
  const executed = await executeFirst(
    needs,
    stage.bootstrap,
    { organizationId: undefined, proposal },
    stage.nowMs,
  )
  if (E.isLeft(executed)) return executed
  const target = brandedId('prv', executed.right)
  note(stage, { action: 'price_version.set', target, organizationId: undefined, details: price })
  return E.right(target)
}

const giveCredit = async (
  needs: Needs,
  stage: SetUpStage,
  { organization: { environment, currency }, creditMinor: amountMinor }: FirstSetUpRequest,
  organizationId: OrganizationId,
): Outcome<EntryId> => {
  const proposal = { kind: 'balance_credit', environment, currency, amountMinor } as const
  const executed = await executeFirst(needs, stage.bootstrap, { organizationId, proposal }, stage.nowMs)
  if (E.isLeft(executed)) return executed
  const target = brandedId('ent', executed.right)
  const details = { environment, currency, amountMinor }
  note(stage, { action: 'balance.credit', target, organizationId, details })
  return E.right(target)
}

/** Sets the list prices, effective immediately, and gives the Organization its first credit. */
export const setPricesAndCredit = async (
  needs: Needs,
  stage: SetUpStage,
  order: FirstSetUpRequest,
  organizationId: OrganizationId,
) => {
  const prices = await eachInTurn(order.prices, (price) => setPrice(needs, stage, order, price))
  if (E.isLeft(prices)) return prices
  const credit = await giveCredit(needs, stage, order, organizationId)
  return E.isLeft(credit) ? credit : E.right({ priceVersionIds: prices.right, creditEntryId: credit.right })
}
