import { deadLetterView } from './views.js'
import { listing } from '../../../runner/use-cases/listing.js'
import { byId } from '../../../runner/use-cases/positions.js'
import { entryOf } from '../../../identity/domain/access/operation.js'
import { MESSAGES_READING, MESSAGES_EVERYWHERE } from './entry-parts.js'
import { runAgainForAll } from '../../../runner/domain/entries/live-readings.js'
import { pageRequest, pageResult } from '../../../runner/domain/entries/request.js'
import { list } from '../../../kernel/codecs/list.js'
import { deadLetterShape } from './shapes.js'

/** Lists open dead letters in the order of their messages. */
export const listDeadLettersEntry = entryOf('Messages', 'listDeadLetters', {
  ...MESSAGES_READING,
  ...MESSAGES_EVERYWHERE,
  summary: 'List messages that processing failed for too often',
  description: 'Nobody tries them until they are requeued or end; their money stays held.',
  live: runAgainForAll('deadLetter', 'message'),
  request: pageRequest({}, {}),
  result: pageResult({ deadLetters: list(deadLetterShape) }),
})

export const listDeadLetters = listing(listDeadLettersEntry, {
  positions: byId('msg'),
  read: (_query, { position, readAhead }, { storage }) =>
    storage.reconciliation.deadLetters(position, readAhead)(),
  positionOf: ({ failures }) => failures.messageId,
  show: (found) => ({ deadLetters: found.map(({ message, failures }) => deadLetterView(message, failures)) }),
})
