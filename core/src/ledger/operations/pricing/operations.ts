import type { ImplementationsOf } from '../../../runner/use-cases/implementation.js'
import { listPriceVersions, listPriceVersionsEntry } from './list-price-versions.js'
import { previewPrice, previewPriceEntry } from './preview-price.js'
import { proposePriceVersion, proposePriceVersionEntry } from './propose-price-version.js'

/** Operations about prices: they are immutable, and new ones need two people (docs/api/money#prices). */
export const pricingOperations = {
  listPriceVersions: listPriceVersionsEntry,
  previewPrice: previewPriceEntry,
  proposePriceVersion: proposePriceVersionEntry,
} as const

/** Implementations of the operations about prices. */
export const pricingImplementations = {
  listPriceVersions,
  previewPrice,
  proposePriceVersion,
} satisfies ImplementationsOf<typeof pricingOperations>
