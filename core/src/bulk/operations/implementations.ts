import type { bulkOperations } from './operations.js'
import type { ImplementationsOf } from '../../runner/use-cases/implementation.js'
import * as bulk from './bulk.js'
import * as previewBulk from './preview-bulk.js'

/** What carries out the operations about many records at once. */
export const bulkImplementations = {
  ...bulk,
  ...previewBulk,
} satisfies ImplementationsOf<typeof bulkOperations>
