import type { OrganizationId } from '../../../kernel/ids/id.js'
import { priceVersionView } from './views.js'
import type { Refusal } from '../../../kernel/refusals/refusal.js'
import { momentOf } from '../../../kernel/time/epoch-ms.js'
import { E } from '../../../fp.js'
import { knownId } from '../../../runner/use-cases/known-id.js'
import { listing } from '../../../runner/use-cases/listing.js'
import { byId } from '../../../runner/use-cases/positions.js'
import { entryOf } from '../../../identity/domain/access/operation.js'
import { PRICING } from './entry-parts.js'
import { runAgainForAll } from '../../../runner/domain/entries/live-readings.js'
import { pageRequest, pageResult } from '../../../runner/domain/entries/request.js'
import { priceOwner, channel as channelField } from '../../../runner/domain/fields/prices.js'
import { currency as currencyField } from '../../../kernel/codecs/money.js'
import { timestamp } from '../../../kernel/codecs/identifiers.js'
import { list } from '../../../kernel/codecs/list.js'
import { priceVersionShape } from './shapes.js'

export const listPriceVersionsEntry = entryOf('Pricing', 'listPriceVersions', {
  ...PRICING,
  summary: 'List price versions',
  description:
    'Lists the price versions of an Organization, list prices (`organizationId` null), or all, newest first. With `at`, only those that apply at that time.',
  success: 'A page of price versions.',
  refusals: ['NotFound'],
  live: runAgainForAll('act'),
  request: pageRequest(
    {},
    {
      organizationId: priceOwner,
      channel: channelField,
      currency: currencyField,
      at: timestamp('Returns only prices that apply at this time. Default: all.'),
    },
  ),
  result: pageResult({
    priceVersions: list(priceVersionShape, { description: 'The price versions on this page.' }),
  }),
})

const ownerOf = (
  named: string | null | undefined,
): E.Either<Refusal, OrganizationId | 'list' | 'everybody'> => {
  if (named === undefined) return E.right('everybody')
  return named === null ? E.right('list') : knownId('org', named)
}

export const listPriceVersions = listing(listPriceVersionsEntry, {
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
