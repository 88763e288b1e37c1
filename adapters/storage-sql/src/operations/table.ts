import type { OperationResult } from '@postrider/core/domain/operations/running/operation-result'
import { aDigest, anInteger, aShortDigest, aText, recordTable } from '../rows/record-table.js'

export const operationResults = recordTable<OperationResult>('operation_results', {
  key: aShortDigest('result_key'),
  material: aDigest('material'),
  result: aText('result'),
  createdAtMs: anInteger('created_at'),
})
