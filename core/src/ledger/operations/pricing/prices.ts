import type { PriceProposal } from '../../../approvals/domain/approval.js'
import { checkProposal } from '../../../approvals/domain/check-proposal.js'
import type { OrganizationId } from '../../../kernel/ids/id.js'
import { momentProblems } from '../../../kernel/inspections/text-problems.js'
import { pricingOperations } from './operations.js'
import { priceVersionView } from './views.js'
import { type Refusal, refusal } from '../../../kernel/refusals/refusal.js'
import { type EpochMs, momentOf, parseIsoTime } from '../../../kernel/time/epoch-ms.js'
import { E } from '../../../fp.js'
import type { UnitOfWork } from '../../../assembly/unit-of-work.js'
import { propose } from '../../../approvals/operations/propose.js'
import { type CallOf, mutation } from '../../../runner/use-cases/implementation.js'
import { knownId } from '../../../runner/use-cases/known-id.js'
import { listing } from '../../../runner/use-cases/listing.js'
import { byId } from '../../../runner/use-cases/positions.js'

const ownerOf = (
  named: string | null | undefined,
): E.Either<Refusal, OrganizationId | 'list' | 'everybody'> => {
  if (named === undefined) return E.right('everybody')
  return named === null ? E.right('list') : knownId('org', named)
}

/** Price versions, newest first: everybody's, the list prices, or an Organization's own. */
export const listPriceVersions = listing(pricingOperations.listPriceVersions, {
  inspect: ({ at }) => momentProblems('/at', at),
  positions: byId('prv'),
  query: ({ request: { organizationId, channel, currency, at } }) => {
    const of = ownerOf(organizationId)
    const atMs = at === undefined ? undefined : momentOf(at)
    return E.isLeft(of) ? of : E.right({ of: of.right, channel, currency, atMs })
  },
  read: (query, { position: before, readAhead: limit }, { storage }) =>
    storage.prices.versions({ ...query, before, limit })(),
  positionOf: ({ priceVersionId }) => priceVersionId,
  show: (versions) => ({ priceVersions: versions.map(priceVersionView) }),
})

const proposalIn = (
  {
    channel,
    destinationPrefix,
    currency,
    unitAmountMinor,
    chargeOn,
  }: CallOf<typeof pricingOperations.proposePriceVersion>['request'],
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
export const proposePriceVersion = mutation(pricingOperations.proposePriceVersion, {
  lock: 'shared',
  inspect: ({ effectiveFrom, ...parts }, { nowMs }, { platform: { currencies } }) => {
    const effectiveFromMs = effectiveFrom === undefined ? undefined : parseIsoTime(effectiveFrom)
    const proposal = { ...parts, kind: 'price_version', effectiveFromMs } as const
    const misfits = checkProposal(proposal, currencies, nowMs)
    return [...momentProblems('/effectiveFrom', effectiveFrom), ...misfits]
  },
  run: async (unit, call, needs) => {
    const { request } = call
    const { reason } = request
    const owner =
      request.organizationId === null ? E.right(undefined) : knownId('org', request.organizationId)
    if (E.isLeft(owner)) return owner
    const organizationId = owner.right
    const proposal = proposalIn(request, momentOf(request.effectiveFrom))
    const complete = () => unlessThere(unit, organizationId, proposal)
    return propose(needs, unit, call, { organizationId, reason, complete })
  },
})
