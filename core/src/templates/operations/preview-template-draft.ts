import { compile } from '../../kernel/codecs/compile.js'
import { wellShaped } from '../../kernel/codecs/well-shaped.js'
import type { Channel, DraftContent } from '../../channels/channels.js'
import { allBroken, brokenAt } from '../../kernel/inspections/inspection.js'
import type { OrganizationId } from '../../kernel/ids/id.js'
import { isAmount } from '../../kernel/money/money.js'
import { priceCategoryOf } from '../../channels/price-categories.js'
import { contentSampleView } from './views.js'
import { choosePrice, priceList } from '../../ledger/domain/pricing/choose-price.js'
import type { PriceVersion } from '../../ledger/domain/pricing/price-version.js'
import type { StorageUnavailable } from '../../kernel/refusals/outage.js'
import type { FieldProblem } from '../../kernel/refusals/refusal.js'
import { contentIn } from '../domain/draft-content.js'
import { usualReviewMs } from '../domain/review.js'
import { autofillWarnings } from '../domain/autofill-warnings.js'
import { type DraftPreview, sampleDraft } from '../domain/sample-draft.js'
import { type EpochMs, SECOND_MS } from '../../kernel/time/epoch-ms.js'
import { E } from '../../fp.js'
import type { AsOf } from '../../kernel/ports/as-of.js'
import {
  type OperationNeeds,
  reading,
  type ResultFrom,
  shown,
} from '../../runner/use-cases/implementation.js'
import { atCurrentEpoch } from '../../runner/use-cases/at-current-epoch.js'
import { membershipOf } from '../../runner/use-cases/membership-of.js'
import {
  type DraftParts,
  inspectDraft,
  saveCustomerTemplateDraftEntry,
  variableIn,
} from './save-customer-template-draft.js'
import { entryOf } from '../../identity/domain/access/operation.js'
import { TEMPLATE_PAGES } from './entry-parts.js'
import { readRequest, readResult } from '../../runner/domain/entries/request.js'
import { organizationId as organizationIdField } from '../../runner/domain/fields/tenancy.js'
import { anyObject } from '../../kernel/codecs/any-object.js'
import { defaulted } from '../../kernel/codecs/defaulted.js'
import { priceFields } from '../../runner/domain/fields/prices.js'
import { draftPreviewFields } from './preview-shapes.js'

/**
 * Previews a template while it is being written (docs/api/templates#template-previews). It returns all
 * problems with which saving it would be refused, the rendered content, and its current price. Nothing is
 * stored.
 */
export const previewTemplateDraftEntry = entryOf('Templates', 'previewTemplateDraft', {
  ...TEMPLATE_PAGES,
  summary: 'Preview a template while it is being written',
  description:
    'Returns the problems that would prevent saving, the text with the example values and with the longest values, and its cost at the Organization’s prices. Nothing is stored.',
  request: readRequest(
    {
      organizationId: organizationIdField,
      draft: anyObject({
        maxProperties: 16,
        description: 'Body of `saveCustomerTemplateDraft`; parts may be missing or wrong.',
      }),
      destinationPrefix: defaulted(priceFields.destinationPrefix, '*'),
    },
    {},
  ),
  result: readResult(draftPreviewFields, {}),
})

type Preview = ResultFrom<typeof previewTemplateDraftEntry>

/** At most this many prices of a channel and currency are read. */
const MOST_PRICES = 5_000

const { request: savedShape } = saveCustomerTemplateDraftEntry
const decode = compile(savedShape)
const partsOf = wellShaped(savedShape)

/** All problems with which saving would be refused, and the valid parts of the draft. */
const judged = (
  written: object,
  nowMs: EpochMs,
  needs: Pick<OperationNeeds, 'htmlReader'>,
): { readonly parts: DraftParts; readonly problems: readonly FieldProblem[] } => {
  const decoded = decode(written, 'body')
  const broken = E.isLeft(decoded) ? decoded.left : []
  const parts = partsOf(written)
  return { parts, problems: allBroken(broken, inspectDraft(parts, brokenAt(broken, nowMs), needs)) }
}

/** The preview of the parts written so far. */
const sampled = ({ channel, category, language = '', content = {}, variables = [] }: DraftParts) => {
  if (channel === undefined) return undefined
  const channelContent = contentIn(channel, content)
  return {
    channel,
    content: channelContent,
    category: category === undefined ? undefined : priceCategoryOf(channel, undefined, category),
    sample: sampleDraft(channelContent, language, variables.map(variableIn)),
  }
}

interface PriceQuestion {
  readonly organizationId: OrganizationId
  readonly channel: Channel
  readonly currency: string
}

/** The Organization's own prices and the list prices that are in effect now. */
const pricesOf = async (
  { storage }: Pick<OperationNeeds, 'storage'>,
  { organizationId, ...of }: PriceQuestion,
  atMs: EpochMs,
): Promise<E.Either<StorageUnavailable, AsOf<readonly PriceVersion[]>>> => {
  const query = { ...of, atMs, before: undefined, limit: MOST_PRICES }
  const own = await storage.prices.versions({ ...query, of: organizationId })()
  if (E.isLeft(own)) return own
  const list = await storage.prices.versions({ ...query, of: 'list' })()
  if (E.isLeft(list)) return list
  return E.right({ epoch: own.right.epoch, value: [...own.right.value, ...list.right.value] })
}

const priceView = (price: PriceVersion | undefined, { example, longest }: DraftPreview): Preview['price'] => {
  if (price === undefined) return null
  const { destinationPrefix, currency, unitAmountMinor, chargeOn } = price
  const [amountMinor, mostAmountMinor] = [example.units * unitAmountMinor, longest.units * unitAmountMinor]
  return isAmount(amountMinor) && isAmount(mostAmountMinor)
    ? { destinationPrefix, currency, unitAmountMinor, chargeOn, amountMinor, mostAmountMinor }
    : null
}

const seconds = (ms: EpochMs): number => Math.round(ms / SECOND_MS)

/** The leading digits of a price's destination; empty for all numbers. */
const leading = (prefix: string): string => (prefix === '*' ? '' : prefix)

const NOTHING: Omit<Preview, 'problems'> = {
  warnings: [],
  placeholders: [],
  example: null,
  longest: null,
  price: null,
  destinations: [],
  usualReview: null,
}

const usualReviewView = (content: DraftContent): Preview['usualReview'] => {
  const { internalMs, vendorMs } = usualReviewMs(content)
  return {
    internalSeconds: seconds(internalMs),
    vendorSeconds: vendorMs === undefined ? null : seconds(vendorMs),
  }
}

export const previewTemplateDraft = reading(previewTemplateDraftEntry, {
  read: async (call, needs) => {
    const { request, nowMs } = call
    const { organizationId, defaultCurrency: currency } = membershipOf(call).organization
    const { parts, problems } = judged({ ...request.draft, organizationId }, nowMs, needs)
    const named = problems.map(({ field, code, message }) => ({ field, code, message }))
    const found = sampled(parts)
    if (found === undefined) return atCurrentEpoch<Preview>(needs, { problems: named, ...NOTHING })
    const { channel, content, category, sample } = found
    const prices = await pricesOf(needs, { organizationId, channel, currency }, nowMs)
    if (E.isLeft(prices)) return prices
    const { epoch, value } = prices.right
    const to = leading(request.destinationPrefix)
    const price = choosePrice(priceList(value), channel, to, nowMs, category)
    return shown<Preview>(epoch, {
      problems: named,
      warnings: autofillWarnings({
        category: parts.category ?? 'transactional',
        content,
        language: parts.language ?? '',
        variables: (parts.variables ?? []).map(variableIn),
      }),
      placeholders: sample.placeholders,
      example: contentSampleView(sample.example),
      longest: contentSampleView(sample.longest),
      price: priceView(price, sample),
      destinations: [...new Set(value.map(({ destinationPrefix }) => destinationPrefix))].sort(),
      usualReview: usualReviewView(content),
    })
  },
})
