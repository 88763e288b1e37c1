import { allowedDecisions } from '../../domain/dispatch/decisions.js'
import { timelineOf } from './timeline-view.js'
import { platformMessageView } from './message-view.js'
import { acceptedWithView, deadLetterView } from './views.js'
import { waitingView } from './waiting-view.js'
import { E } from '../../../fp.js'
import { absent, reading, shown } from '../../../runner/use-cases/implementation.js'
import { knownId } from '../../../runner/use-cases/known-id.js'
import { present } from '../../../kernel/present.js'
import { requeueDeadLetterEntry } from './requeue-dead-letter.js'
import { entryOf } from '../../../identity/domain/access/operation.js'
import { MESSAGES_READING, MESSAGES_EVERYWHERE } from './entry-parts.js'
import { runAgainForAll } from '../../../runner/domain/entries/live-readings.js'
import { readRequest, readResult } from '../../../runner/domain/entries/request.js'
import { namedMessageId } from '../../../kernel/codecs/identifiers.js'
import { traceFields, acceptedWithShape, deadLetterShape, messageWaitShape } from './shapes.js'

/** Returns a message's evidence, and the decisions that are possible now. */
export const getMessageTraceEntry = entryOf('Messages', 'getMessageTrace', {
  ...MESSAGES_READING,
  ...MESSAGES_EVERYWHERE,
  summary: 'Show everything known about a message',
  description:
    'Lists attempts, delivery reports, ledger entries and decisions in order of time, without the content. `waits` shows the next check and the latest end, and `allowedDecisions` the decisions that are possible now. Search the logs for `acceptedWith.requestId`.',
  success: 'The message with its timeline.',
  refusals: ['NotFound'],
  live: runAgainForAll('message', 'receipt', 'deadLetter', 'act'),
  request: readRequest({ messageId: namedMessageId }, {}),
  result: readResult(traceFields, {
    acceptedWith: acceptedWithShape,
    deadLetter: deadLetterShape,
    waits: messageWaitShape,
  }),
})

export const getMessageTrace = reading(getMessageTraceEntry, {
  read: async ({ request }, { storage }) => {
    const messageId = knownId('msg', request.messageId)
    if (E.isLeft(messageId)) return messageId
    const read = await storage.reconciliation.trace(messageId.right)()
    if (E.isLeft(read)) return read
    const { epoch, value: traced } = read.right
    if (traced === undefined) return absent(epoch)
    const { message, failures } = traced
    const decisions = allowedDecisions(message, failures)
    const isDead = failures !== undefined && decisions.includes(requeueDeadLetterEntry.name)
    const waits = waitingView(traced)
    const result = {
      message: platformMessageView(message),
      acceptedWith: acceptedWithView(message),
      timeline: [...timelineOf(traced)],
      allowedDecisions: [...decisions],
      ...(isDead ? { deadLetter: deadLetterView(message, failures) } : {}),
      ...present({ waits }),
    }
    return shown(epoch, result)
  },
})
