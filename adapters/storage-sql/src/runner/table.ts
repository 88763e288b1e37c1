import type { OperationResult } from '@postrider/core/runner/domain/results/operation-result'
import { aDigest, aShortDigest, aText, anInteger } from '../rows/column.js'
import { recordTable } from '../rows/record-table.js'

export const operationResults = recordTable<OperationResult>('operation_results', {
  key: aShortDigest('result_key'),
  material: aDigest('material'),
  result: aText('result'),
  createdAtMs: anInteger('created_at'),
})
