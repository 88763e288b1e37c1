import type { pricingOperations } from './operations.js'
import type { ImplementationsOf } from '../../../runner/use-cases/implementation.js'
import * as previewPrice from './preview-price.js'
import * as prices from './prices.js'

/** What carries out the operations about what messages cost. */
export const pricingImplementations = {
  ...previewPrice,
  ...prices,
} satisfies ImplementationsOf<typeof pricingOperations>
