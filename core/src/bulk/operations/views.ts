import type * as t from 'io-ts'
import type { Bulk, BulkItem } from '../domain/bulk.js'
import { type EpochMs, isoTime } from '../../kernel/time/epoch-ms.js'
import type { bulkRefusalShape, bulkShape } from './shapes.js'

const timeOrNull = (atMs: EpochMs | undefined): string | null => (atMs === undefined ? null : isoTime(atMs))

/** A bulk as super admins see it. */
export const bulkView = (bulk: Bulk): t.TypeOf<typeof bulkShape> => {
  const { bulkId, operation, ownerId, state, stopReason = null, total, handled, refused } = bulk
  return {
    bulkId,
    operation,
    operatorId: ownerId,
    state,
    stopReason,
    total,
    done: handled - refused,
    refused,
    createdAt: isoTime(bulk.createdAtMs),
    begunAt: timeOrNull(bulk.begunAtMs),
    endedAt: timeOrNull(bulk.endedAtMs),
  }
}

/** A refused record of a bulk. */
export const bulkRefusalView = ({
  number,
  targetId,
  refusal,
  message,
}: BulkItem): t.TypeOf<typeof bulkRefusalShape> => ({
  number,
  id: targetId,
  code: refusal ?? '',
  message: message ?? null,
})
