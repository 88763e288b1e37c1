import type { pricingOperations } from '../../../domain/operations/pricing/operations.js'
import type { ImplementationsOf } from '../running/implementation.js'
import * as previewPrice from './preview-price.js'
import * as prices from './prices.js'

/** What carries out the operations about what messages cost. */
export const pricingImplementations = {
  ...previewPrice,
  ...prices,
} satisfies ImplementationsOf<keyof typeof pricingOperations>
