import type { ImplementationsOf } from '../../../runner/use-cases/implementation.js'
import { listPriceVersions, listPriceVersionsEntry } from './list-price-versions.js'
import { previewPrice, previewPriceEntry } from './preview-price.js'
import { proposePriceVersion, proposePriceVersionEntry } from './propose-price-version.js'

/** What messages cost: prices that never change, and new ones that two people make (docs/contract#prices). */
export const pricingOperations = {
  listPriceVersions: listPriceVersionsEntry,
  previewPrice: previewPriceEntry,
  proposePriceVersion: proposePriceVersionEntry,
} as const

/** What carries out the operations about what messages cost. */
export const pricingImplementations = {
  listPriceVersions,
  previewPrice,
  proposePriceVersion,
} satisfies ImplementationsOf<typeof pricingOperations>
