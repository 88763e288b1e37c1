import { checkProposal } from '../../../approvals/domain/check-proposal.js'
import type { OrganizationId } from '../../../kernel/ids/id.js'
import { type PriceComparison, priceComparisons } from '../../domain/price-previews/price-preview.js'
import type { PriceVersion } from '../../domain/pricing/price-version.js'
import { refusal } from '../../../kernel/refusals/refusal.js'
import { DAY_MS, isoTime } from '../../../kernel/time/epoch-ms.js'
import { E } from '../../../fp.js'
import { reading, shown } from '../../../runner/use-cases/implementation.js'
import { knownId } from '../../../runner/use-cases/known-id.js'
import { entryOf } from '../../../identity/domain/access/operation.js'
import { PRICING } from './entry-parts.js'
import { readRequest, readResult } from '../../../runner/domain/entries/request.js'
import { priceCategory, priceOwner, priceFields, chargeOn } from '../../../runner/domain/fields/prices.js'
import { defaulted } from '../../../kernel/codecs/defaulted.js'
import { pricePreviewFields } from './shapes.js'

/**
 * Returns the effect of a price on the volume of the last thirty days, by the rule with which acceptance
 * chooses prices (docs/api/money#prices). It reads a bounded number of messages; if they are a sample, the
 * amounts are estimates.
 */
export const previewPriceEntry = entryOf('Pricing', 'previewPrice', {
  ...PRICING,
  audiences: ['adminConsole'],
  keyKinds: [],
  summary: 'Preview the effect of a price',
  description:
    'Applies the price to the last thirty days: compares what the matching messages cost with what they would have cost. For large volumes it uses a sample, and the results are estimates.',
  refusals: ['NotFound'],
  request: readRequest(
    { organizationId: priceOwner, ...priceFields, chargeOn: defaulted(chargeOn, 'submitted') },
    { category: priceCategory },
  ),
  result: readResult(pricePreviewFields, {}),
})

const MONTH_MS = 30 * DAY_MS

/** At most this many prices of a channel and currency are read. */
const MOST_PRICES = 5_000
const MOST_SHOWN = 20

const differenceOf = ({ beforeMinor, afterMinor }: PriceComparison): number => afterMinor - beforeMinor

const lineOf = (each: PriceComparison, currency: string) => {
  const { environment, messages, units, beforeMinor, afterMinor } = each
  return {
    environment,
    currency,
    messages,
    units,
    beforeMinor,
    afterMinor,
    differenceMinor: differenceOf(each),
  }
}

/** The sum of the differences of all Organizations, by environment. */
const totals = (differences: readonly PriceComparison[]): readonly PriceComparison[] =>
  (['production', 'test'] as const).flatMap((environment) => {
    const own = differences.filter((one) => one.environment === environment)
    const [first] = own
    if (first === undefined) return []
    const sum = (of: (one: PriceComparison) => number) => own.reduce((all, one) => all + of(one), 0)
    return [
      {
        ...first,
        messages: sum((one) => one.messages),
        units: sum((one) => one.units),
        beforeMinor: sum((one) => one.beforeMinor),
        afterMinor: sum((one) => one.afterMinor),
      },
    ]
  })

export const previewPrice = reading(previewPriceEntry, {
  inspect: (parts, { nowMs }, { platform: { currencies } }) =>
    checkProposal({ ...parts, kind: 'price_version' }, currencies, nowMs),
  read: async ({ request, nowMs }, { storage, ids }) => {
    const { organizationId: named, ...fields } = request
    const { channel, currency } = fields
    const known = named === null ? E.right(undefined) : knownId('org', named)
    if (E.isLeft(known)) return known
    const organizationId: OrganizationId | undefined = known.right
    const query = { of: 'everybody', channel, currency, atMs: nowMs, before: undefined } as const
    const prices = await storage.prices.versions({ ...query, limit: MOST_PRICES })()
    if (E.isLeft(prices)) return prices
    const fromMs = nowMs - MONTH_MS
    const slices = await storage.prices.volume(organizationId, fromMs, nowMs)()
    if (E.isLeft(slices)) return slices
    const all = slices.right.flatMap(({ messages }) => messages)
    if (organizationId !== undefined) {
      const owner = await storage.administration.organization(organizationId)()
      if (E.isLeft(owner)) return owner
      if (owner.right.value === undefined) return E.left(refusal('NotFound'))
    }
    const proposed: PriceVersion = {
      ...fields,
      priceVersionId: ids.next('prv'),
      organizationId,
      effectiveFromMs: nowMs,
    }
    const differences = priceComparisons(proposed, prices.right.value, slices.right, nowMs)
    const isSample = slices.right.some(({ share }) => share < 1)
    const ranked = [...differences].sort(
      (one, other) => Math.abs(differenceOf(other)) - Math.abs(differenceOf(one)),
    )
    return shown(prices.right.epoch, {
      from: isoTime(fromMs),
      to: isoTime(nowMs),
      isEstimate: isSample || prices.right.value.length === MOST_PRICES,
      lookedAt: all.length,
      lines: totals(differences).map((one) => lineOf(one, currency)),
      organizations: ranked.slice(0, MOST_SHOWN).map((one) => ({
        organizationId: one.organizationId,
        ...lineOf(one, currency),
      })),
    })
  },
})
