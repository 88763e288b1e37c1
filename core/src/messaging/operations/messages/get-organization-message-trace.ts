import { customerTraceView } from './customer-trace-view.js'
import { E } from '../../../fp.js'
import { absent, reading, shown } from '../../../runner/use-cases/implementation.js'
import { knownId } from '../../../runner/use-cases/known-id.js'
import { membershipOf } from '../../../runner/use-cases/membership-of.js'
import { entryOf } from '../../../identity/domain/access/operation.js'
import { MESSAGES_WEBSITE } from './entry-parts.js'
import { runAgain } from '../../../runner/domain/entries/live-readings.js'
import { readRequest, readResult } from '../../../runner/domain/entries/request.js'
import { organizationId as organizationIdField } from '../../../runner/domain/fields/tenancy.js'
import { namedMessageId } from '../../../kernel/codecs/identifiers.js'
import { customerTraceFields, customerTraceOptions } from './customer-shapes.js'

/**
 * Returns a message's evidence as its sender may see it. NotFound if the Organization has no such message.
 */
export const getOrganizationMessageTraceEntry = entryOf('Messages', 'getOrganizationMessageTrace', {
  ...MESSAGES_WEBSITE,
  summary: "Show what is known about an Organization's message",
  description:
    'Lists attempts, delivery reports, ledger entries and decisions in order of time, without the content and the provider. `waits` shows what the message waits for, the next check and the latest end.',
  refusals: ['NotFound'],
  live: runAgain('message', 'receipt', 'deadLetter', 'act'),
  request: readRequest({ organizationId: organizationIdField, messageId: namedMessageId }, {}),
  result: readResult(customerTraceFields, customerTraceOptions),
})

export const getOrganizationMessageTrace = reading(getOrganizationMessageTraceEntry, {
  read: async (call, { storage }) => {
    const { organizationId } = membershipOf(call).organization
    const messageId = knownId('msg', call.request.messageId)
    if (E.isLeft(messageId)) return messageId
    const read = await storage.reconciliation.trace(messageId.right)()
    if (E.isLeft(read)) return read
    const { epoch, value: traced } = read.right
    if (traced?.message.organizationId !== organizationId) return absent(epoch)
    return shown(epoch, customerTraceView(traced))
  },
})
