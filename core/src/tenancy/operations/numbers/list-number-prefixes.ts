import { MOST_NUMBER_PREFIXES } from '../../../channels/number-prefix.js'
import { E } from '../../../fp.js'
import { entryOf } from '../../../identity/domain/access/operation.js'
import { list } from '../../../kernel/codecs/list.js'
import { runAgainForAll } from '../../../runner/domain/entries/live-readings.js'
import { readRequest, readResult } from '../../../runner/domain/entries/request.js'
import { reading, shown } from '../../../runner/use-cases/implementation.js'
import { SENDERS_ADMIN } from '../senders/entry-parts.js'
import { numberPrefixShape, numberPrefixView } from './prefix-shapes.js'

export const listNumberPrefixesEntry = entryOf('Numbers', 'listNumberPrefixes', {
  ...SENDERS_ADMIN,
  summary: 'List the allowed number prefixes',
  description:
    'Lists the prefixes of numbers that super admins have allowed in addition to the numbering plans.',
  success: 'The allowed prefixes, in order.',
  mutation: false,
  effect: 'reads',
  live: runAgainForAll('act'),
  request: readRequest({}, {}),
  result: readResult(
    {
      numberPrefixes: list(numberPrefixShape, {
        maxItems: MOST_NUMBER_PREFIXES,
        description: 'The allowed prefixes, in order.',
      }),
    },
    {},
  ),
})

export const listNumberPrefixes = reading(listNumberPrefixesEntry, {
  read: async (_, { storage }) => {
    const read = await storage.catalog.numberPrefixes()()
    if (E.isLeft(read)) return read
    const { epoch, value } = read.right
    return shown(epoch, { numberPrefixes: value.map(numberPrefixView) })
  },
})
