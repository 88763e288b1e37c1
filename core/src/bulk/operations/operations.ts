import type { ImplementationsOf } from '../../runner/use-cases/implementation.js'
import { beginBulk, beginBulkEntry } from './begin-bulk.js'
import { getBulk, getBulkEntry } from './get-bulk.js'
import { previewBulk, previewBulkEntry } from './preview-bulk.js'
import { stopBulk, stopBulkEntry } from './stop-bulk.js'

/** Operations for decisions about many records (docs/api/admin#bulk-decisions). */
export const bulkOperations = {
  previewBulk: previewBulkEntry,
  beginBulk: beginBulkEntry,
  stopBulk: stopBulkEntry,
  getBulk: getBulkEntry,
} as const

/** Implementations of the operations for decisions about many records. */
export const bulkImplementations = {
  previewBulk,
  beginBulk,
  stopBulk,
  getBulk,
} satisfies ImplementationsOf<typeof bulkOperations>
