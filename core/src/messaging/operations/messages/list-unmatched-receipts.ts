import { ORPHAN_AFTER_MS } from '../../../providers/domain/calls/past-check.js'
import type { Id } from '../../../kernel/ids/id.js'
import { receiptView } from './views.js'
import type { OddReceipt, OddReceipts } from '../../ports/reconciliation-storage.js'
import type { AuthorizedCall, OperationNeeds } from '../../../runner/use-cases/implementation.js'
import { listing, type Page } from '../../../runner/use-cases/listing.js'
import { byId } from '../../../runner/use-cases/positions.js'
import { entryOf } from '../../../identity/domain/access/operation.js'
import { MESSAGES_READING, MESSAGES_CONSOLE } from './entry-parts.js'
import { runAgainForAll } from '../../../runner/domain/entries/live-readings.js'
import { pageRequest, pageResult } from '../../../runner/domain/entries/request.js'
import { list } from '../../../kernel/codecs/list.js'
import { receiptShape } from './shapes.js'

/** Receipts in a state that were received at least this long ago. */
const receiptsOf = (state: OddReceipts['state'], youngestMs: number) => ({
  positions: byId('rct'),
  read: (
    _query: object,
    { position: after, readAhead: limit }: Page<Id<'rct'>>,
    { storage }: OperationNeeds,
    { nowMs }: AuthorizedCall<unknown>,
  ) => storage.reconciliation.oddReceipts({ state, beforeMs: nowMs - youngestMs, after, limit })(),
  positionOf: ({ receipt }: OddReceipt) => receipt.receiptId,
  show: (found: readonly OddReceipt[]) => ({
    receipts: found.map(({ receipt, message }) => receiptView(receipt, message)),
  }),
})

/** Lists receipts that have had no matching message for some time. */
export const listOrphanReceiptsEntry = entryOf('Messages', 'listOrphanReceipts', {
  ...MESSAGES_READING,
  ...MESSAGES_CONSOLE,
  summary: 'List delivery reports that match no message',
  description: "Lists reports that couldn't be matched to a message. Assign or dismiss them.",
  live: runAgainForAll('receipt', 'act'),
  request: pageRequest({}, {}),
  result: pageResult({ receipts: list(receiptShape, { description: 'The delivery reports on this page.' }) }),
})

export const listOrphanReceipts = listing(listOrphanReceiptsEntry, receiptsOf('pending', ORPHAN_AFTER_MS))

export const listContradictoryReceiptsEntry = entryOf('Messages', 'listContradictoryReceipts', {
  ...MESSAGES_READING,
  ...MESSAGES_CONSOLE,
  summary: 'List delivery reports that contradict their message’s final state',
  description:
    'Lists reports that arrived after a different final state. They changed nothing. Dismiss them after review.',
  live: runAgainForAll('receipt', 'act'),
  request: pageRequest({}, {}),
  result: pageResult({ receipts: list(receiptShape, { description: 'The delivery reports on this page.' }) }),
})

export const listContradictoryReceipts = listing(
  listContradictoryReceiptsEntry,
  receiptsOf('contradicted', -1),
)
