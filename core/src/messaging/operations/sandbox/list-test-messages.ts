import { testMessageView } from './views.js'
import { E } from '../../../fp.js'
import { openTestMessages } from '../../use-cases/test-messages/open-test-message.js'
import { knownId } from '../../../runner/use-cases/known-id.js'
import { listing } from '../../../runner/use-cases/listing.js'
import { membershipOf } from '../../../runner/use-cases/membership-of.js'
import { byId } from '../../../runner/use-cases/positions.js'
import { entryOf } from '../../../identity/domain/access/operation.js'
import { text } from '../../../kernel/codecs/text.js'
import { SANDBOX_WEBSITE } from './entry-parts.js'
import { runAgain } from '../../../runner/domain/entries/live-readings.js'
import { pageRequest, pageResult } from '../../../runner/domain/entries/request.js'
import {
  organizationId as organizationIdField,
  appId as appIdField,
} from '../../../runner/domain/fields/tenancy.js'
import { list } from '../../../kernel/codecs/list.js'
import { testMessageShape } from './shapes.js'

const toField = text({
  minLength: 1,
  maxLength: 320,
  oneLine: true,
  description: 'Returns only messages to this recipient. Default: all recipients.',
  example: '+447400123456',
})

/**
 * Lists the messages that the sandbox delivered for an app, newest first. Empty for a production app or an
 * app of another Organization.
 */
export const listTestMessagesEntry = entryOf('Sandbox', 'listTestMessages', {
  ...SANDBOX_WEBSITE,
  summary: 'List what the sandbox delivered for an app of the test environment',
  description:
    'Lists messages newest first, with the texts and OTPs that recipients would read. The last 1,000 messages are kept for a day.',
  mutation: false,
  effect: 'reads',
  live: runAgain('message'),
  request: pageRequest({ organizationId: organizationIdField, appId: appIdField }, { to: toField }),
  result: pageResult({
    messages: list(testMessageShape, { description: 'The test messages on this page.' }),
  }),
})

export const listTestMessages = listing(listTestMessagesEntry, {
  positions: byId('msg'),
  query: (call) => {
    const appId = knownId('app', call.request.appId)
    if (E.isLeft(appId)) return appId
    const { organizationId } = membershipOf(call).organization
    return E.right({ organizationId, appId: appId.right, to: call.request.to })
  },
  read: async ({ organizationId, appId, to }, { position: before, readAhead: limit }, needs) => {
    const query = { scope: { organizationId, appId }, to, before, limit }
    const read = await needs.storage.testMessages.list(query)()
    if (E.isLeft(read)) return read
    const { epoch, value: entries } = read.right
    return E.right({ epoch, value: { entries, needs } })
  },
  positionOf: ({ messageId }) => messageId,
  show: (stored, { needs }) => ({ messages: openTestMessages(needs, stored).map(testMessageView) }),
})
