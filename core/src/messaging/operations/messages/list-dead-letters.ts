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
  summary: 'List dead letters',
  description:
    "Lists messages whose processing failed too often. They aren't tried again until they are requeued or end, and their money stays reserved.",
  success: 'A page of dead letters.',
  live: runAgainForAll('deadLetter', 'message'),
  request: pageRequest({}, {}),
  result: pageResult({
    deadLetters: list(deadLetterShape, { description: 'The dead letters on this page.' }),
  }),
})

export const listDeadLetters = listing(listDeadLettersEntry, {
  positions: byId('msg'),
  read: (_query, { position, readAhead }, { storage }) =>
    storage.reconciliation.deadLetters(position, readAhead)(),
  positionOf: ({ failures }) => failures.messageId,
  show: (found) => ({ deadLetters: found.map(({ message, failures }) => deadLetterView(message, failures)) }),
})
