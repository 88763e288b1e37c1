import { prefixBlockView } from './views.js'
import { E } from '../../fp.js'
import { currentPrefixBlocks } from '../../platform/use-cases/operators/prefix-blocks.js'
import { reading, shown } from '../../runner/use-cases/implementation.js'
import { entryOf } from '../../identity/domain/access/operation.js'
import { BREAK_GLASS } from './entry-parts.js'
import { runAgainForAll } from '../../runner/domain/entries/live-readings.js'
import { readRequest, readResult } from '../../runner/domain/entries/request.js'
import { defaulted } from '../../kernel/codecs/defaulted.js'
import { integer } from '../../kernel/codecs/integer.js'
import { list } from '../../kernel/codecs/list.js'
import { prefixBlockShape } from './shapes.js'

/**
 * The current blocks of the breaker. The epoch is read first, so that a concurrent change makes the result
 * look older, never newer.
 */
export const listPrefixBlocksEntry = entryOf('Providers', 'listPrefixBlocks', {
  ...BREAK_GLASS,
  summary: 'List blocks for suspected SMS pumping (toll fraud)',
  description: 'Lists current blocks, newest first.',
  mutation: false,
  effect: 'reads',
  controls: [],
  refusals: [],
  live: runAgainForAll('prefixBlock', 'act'),
  request: readRequest(
    {
      limit: defaulted(
        integer({ min: 1, max: 100, description: 'Maximum number of blocks.', example: 100 }),
        100,
      ),
    },
    {},
  ),
  result: readResult(
    { prefixBlocks: list(prefixBlockShape, { description: 'The current blocks, newest first.' }) },
    {},
  ),
})

export const listPrefixBlocks = reading(listPrefixBlocksEntry, {
  read: async ({ request }, needs) => {
    const epoch = await needs.storage.catalog.epoch()()
    if (E.isLeft(epoch)) return epoch
    const blocks = await currentPrefixBlocks(needs)(request.limit)()
    if (E.isLeft(blocks)) return blocks
    const result = { prefixBlocks: blocks.right.map(prefixBlockView) }
    return shown(epoch.right, result)
  },
})
