import type { PriceProposal } from '../../../approvals/domain/approval.js'
import { checkProposal } from '../../../approvals/domain/check-proposal.js'
import type { OrganizationId } from '../../../kernel/ids/id.js'
import { type Refusal, refusal } from '../../../kernel/refusals/refusal.js'
import { type EpochMs, momentOf } from '../../../kernel/time/epoch-ms.js'
import { E } from '../../../fp.js'
import type { UnitOfWork } from '../../../assembly/unit-of-work.js'
import { propose } from '../../../approvals/operations/propose.js'
import { type CallOf, mutation } from '../../../runner/use-cases/implementation.js'
import { knownId } from '../../../runner/use-cases/known-id.js'
import { present } from '../../../kernel/present.js'
import { entryOf } from '../../../identity/domain/access/operation.js'
import { PRICING } from './entry-parts.js'
import { mutationRequest, mutationResult } from '../../../runner/domain/entries/request.js'
import {
  priceCategory,
  priceOwner,
  priceFields,
  chargeOn as chargeOnField,
} from '../../../runner/domain/fields/prices.js'
import { defaulted } from '../../../kernel/codecs/defaulted.js'
import { timestamp } from '../../../kernel/codecs/identifiers.js'
import { reason as reasonField } from '../../../runner/domain/fields/written-texts.js'
import { approvalShape } from '../../../approvals/operations/shapes.js'

/**
 * Proposes a price for one Organization or for all. Conflict if a price for the same slot exists or is
 * proposed; of two concurrent proposals, the second finds the first.
 */
export const proposePriceVersionEntry = entryOf('Pricing', 'proposePriceVersion', {
  ...PRICING,
  summary: 'Propose a price',
  description:
    'The price version is created when another super admin approves it, and never applies earlier than that. With `organizationId` null, it is a list price.',
  success: 'The proposal is pending until another super admin decides it.',
  mutation: true,
  effect: 'adds',
  quotas: ['pendingApprovals'],
  controls: ['reason', 'makerChecker'],
  stepUp: true,
  refusals: ['NotFound'],
  request: mutationRequest(
    {
      organizationId: priceOwner,
      ...priceFields,
      chargeOn: defaulted(chargeOnField, 'submitted'),
      effectiveFrom: timestamp('Start of the validity; not in the past.'),
      reason: reasonField,
    },
    { category: priceCategory },
  ),
  result: mutationResult({ approval: approvalShape }, {}),
})

const proposalIn = (
  {
    channel,
    destinationPrefix,
    category,
    currency,
    unitAmountMinor,
    chargeOn,
  }: CallOf<typeof proposePriceVersionEntry>['request'],
  effectiveFromMs: EpochMs,
): PriceProposal => ({
  kind: 'price_version',
  channel,
  destinationPrefix,
  ...present({ category }),
  currency,
  unitAmountMinor,
  chargeOn,
  effectiveFromMs,
})

/** If two prices had the same slot, it would be unclear which one applies. */
const unlessThere = async (
  unit: UnitOfWork,
  organizationId: OrganizationId | undefined,
  proposal: PriceProposal,
): Promise<E.Either<Refusal, PriceProposal>> => {
  const slot = { ...proposal, organizationId }
  const taken = (await unit.prices.inSlot(slot)) ?? (await unit.approvals.lockPendingPrice(slot))
  return taken === undefined ? E.right(proposal) : E.left(refusal('Conflict'))
}

export const proposePriceVersion = mutation(proposePriceVersionEntry, {
  lock: 'shared',
  inspect: ({ effectiveFrom, ...parts }, { nowMs }, { platform: { currencies } }) => {
    const effectiveFromMs = effectiveFrom === undefined ? undefined : momentOf(effectiveFrom)
    const proposal = { ...parts, kind: 'price_version', effectiveFromMs } as const
    return checkProposal(proposal, currencies, nowMs)
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
