import type { Bulk, BulkItem } from '@postrider/core/bulk/domain/bulk'
import { NO_CLAIM } from '@postrider/core/providers/domain/calls/claim'
import { fresh, NOW_MS } from './fresh.js'

/** A bulk that was selected and isn't started. */
export const aBulk = (overrides: Partial<Bulk> = {}): Bulk => ({
  bulkId: fresh.id('blk'),
  operation: 'requeueDeadLetter',
  ownerId: fresh.id('usr'),
  passwordDigest: fresh.hex(64),
  confirmedAtMs: NOW_MS,
  sessionVerifier: undefined,
  clientAddress: '192.0.2.1',
  state: 'previewed',
  stopReason: undefined,
  request: {},
  total: 3,
  handled: 0,
  refused: 0,
  createdAtMs: NOW_MS,
  begunAtMs: undefined,
  endedAtMs: undefined,
  claim: NO_CLAIM,
  leaseUntilMs: 0,
  ...overrides,
})

/** One of its items. */
export const aBulkItem = (
  { bulkId }: Pick<Bulk, 'bulkId'>,
  number: number,
  overrides: Partial<BulkItem> = {},
): BulkItem => ({
  bulkId,
  number,
  targetId: fresh.id('msg'),
  version: 5,
  messageId: undefined,
  refusal: undefined,
  message: undefined,
  ...overrides,
})
