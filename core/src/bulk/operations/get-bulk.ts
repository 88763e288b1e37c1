import { bulkRefusalView, bulkView } from './views.js'
import { E } from '../../fp.js'
import { knownId } from '../../runner/use-cases/known-id.js'
import { listing } from '../../runner/use-cases/listing.js'
import { byNumber } from '../../runner/use-cases/positions.js'
import { entryOf } from '../../identity/domain/access/operation.js'
import { BULK } from './entry-parts.js'
import { runAgainForAll } from '../../runner/domain/entries/live-readings.js'
import { pageRequest, pageResult } from '../../runner/domain/entries/request.js'
import { bulkId as bulkIdField, bulkShape, bulkRefusalShape } from './shapes.js'
import { list } from '../../kernel/codecs/list.js'

/** Returns the progress of a bulk, and its refusals in the order of their records. */
export const getBulkEntry = entryOf('Bulk', 'getBulk', {
  ...BULK,
  mutation: false,
  effect: 'reads',
  controls: [],
  refusals: ['NotFound'],
  summary: 'Show the progress of a bulk decision and its refusals',
  description:
    'Returns the counts of handled and refused records, and the refusals in the order of the selection.',
  live: runAgainForAll('act'),
  request: pageRequest({ bulkId: bulkIdField }, {}),
  result: pageResult({
    bulk: bulkShape,
    refusals: list(bulkRefusalShape, { description: 'The refused records on this page.' }),
  }),
})

export const getBulk = listing(getBulkEntry, {
  positions: byNumber,
  query: ({ request }) => {
    const bulkId = knownId('blk', request.bulkId)
    return E.isLeft(bulkId) ? bulkId : E.right({ bulkId: bulkId.right })
  },
  read: async ({ bulkId }, { position = 0, readAhead }, { storage }) => {
    const read = await storage.bulks.refusals(bulkId, position, readAhead)()
    if (E.isLeft(read)) return read
    const { epoch, value } = read.right
    return E.right({ epoch, value: value && { bulk: value.bulk, entries: value.items } })
  },
  positionOf: ({ number }) => number,
  show: (found, { bulk }) => ({ bulk: bulkView(bulk), refusals: found.map(bulkRefusalView) }),
})
