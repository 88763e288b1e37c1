import type { PriceProposal } from '../../../domain/approvals/approval.js'
import type { OrganizationId } from '../../../domain/ids/id.js'
import { priceVersionView } from '../../../domain/operations/pricing/views.js'
import { type Refusal, refusal } from '../../../domain/refusals/refusal.js'
import { type EpochMs, momentOf } from '../../../domain/time/epoch-ms.js'
import { E } from '../../../fp.js'
import type { Ports } from '../../../ports/ports.js'
import type { UnitOfWork } from '../../../ports/storage/unit-of-work.js'
import { type Call, type Implementations, mutation, type Reading } from '../running/implementation.js'
import { knownId } from '../running/known-id.js'
import { pageOf } from '../running/page.js'
import { propose, type ProposeNeeds } from '../approvals/propose.js'

const ownerOf = (
  named: string | null | undefined,
): E.Either<Refusal, OrganizationId | 'list' | 'everybody'> => {
  if (named === undefined) return E.right('everybody')
  return named === null ? E.right('list') : knownId('org', named)
}

/** Price versions, newest first: everybody's, the list prices, or an Organization's own. */
const listPriceVersions =
  ({ storage, digests }: Pick<Ports, 'storage' | 'digests'>): Reading<'listPriceVersions'> =>
  ({ request }) =>
  async () => {
    const { channel, currency } = request
    const owner = ownerOf(request.organizationId)
    if (E.isLeft(owner)) return owner
    const of = owner.right
    const atMs = request.at === undefined ? undefined : momentOf(request.at)
    const page = pageOf(digests, 'prv', ['listPriceVersions', of, channel, currency, atMs], request)
    if (E.isLeft(page)) return page
    const { position: before, readAhead: limit, cut } = page.right
    const read = await storage.prices.versions({ of, channel, currency, atMs, before, limit })()
    if (E.isLeft(read)) return read
    const { shown, nextCursor } = cut(read.right.value, ({ priceVersionId }) => priceVersionId)
    const priceVersions = shown.map(priceVersionView)
    return E.right({
      epoch: read.right.epoch,
      value: { organizationId: undefined, result: { priceVersions, nextCursor } },
    })
  }

const proposalIn = (
  { channel, destinationPrefix, currency, unitAmountMinor, chargeOn }: Call<'proposePriceVersion'>['request'],
  effectiveFromMs: EpochMs,
): PriceProposal => ({
  kind: 'price_version',
  channel,
  destinationPrefix,
  currency,
  unitAmountMinor,
  chargeOn,
  effectiveFromMs,
})

/** Of two prices of the same, from the same moment on, nobody could say which one counts. */
const unlessThere = async (
  unit: UnitOfWork,
  organizationId: OrganizationId | undefined,
  proposal: PriceProposal,
): Promise<E.Either<Refusal, PriceProposal>> => {
  const slot = { ...proposal, organizationId }
  const present = (await unit.prices.inSlot(slot)) ?? (await unit.approvals.lockPendingPrice(slot))
  return present === undefined ? E.right(proposal) : E.left(refusal('Conflict'))
}

/**
 * Proposes a price, for an Organization or for everybody. Conflict where there is one of the same from the same moment
 * on, or one is proposed: also of two at once the second finds the first.
 */
const proposePriceVersion = (needs: ProposeNeeds) =>
  mutation<'proposePriceVersion'>('shared', async (unit, call) => {
    const { request } = call
    const { reason } = request
    const owner =
      request.organizationId === null ? E.right(undefined) : knownId('org', request.organizationId)
    if (E.isLeft(owner)) return owner
    const organizationId = owner.right
    const proposal = proposalIn(request, momentOf(request.effectiveFrom))
    const complete = () => unlessThere(unit, organizationId, proposal)
    return propose(needs, unit, call, { organizationId, reason, complete })
  })

/** What messages cost. */
export const pricingImplementations = (
  needs: ProposeNeeds & Pick<Ports, 'storage' | 'digests'>,
): Pick<Implementations, 'listPriceVersions' | 'proposePriceVersion'> => ({
  listPriceVersions: listPriceVersions(needs),
  proposePriceVersion: proposePriceVersion(needs),
})
