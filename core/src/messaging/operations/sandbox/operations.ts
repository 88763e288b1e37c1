import { flag } from '../../../kernel/codecs/flag.js'
import { messageId } from '../../../kernel/codecs/identifiers.js'
import { list } from '../../../kernel/codecs/list.js'
import { text } from '../../../kernel/codecs/text.js'
import { runAgain } from '../../../runner/domain/entries/live-readings.js'
import { type Entries, operationsAbout } from '../../../identity/domain/access/operation.js'
import {
  mutationRequest,
  mutationResult,
  pageRequest,
  pageResult,
} from '../../../runner/domain/entries/request.js'
import { appId, organizationId } from '../../../runner/domain/fields/tenancy.js'
import { testMessageShape } from './shapes.js'

/** For people who could create a credential of the app, which reads the same. */
const WEBSITE = {
  audiences: ['customerWebsite'],
  keyKinds: [],
  tenant: 'organizationId',
  permission: 'credentials.manage',
  whileSuspended: true,
  controls: [],
  refusals: ['NotFound'],
} as const

const to = text({
  minLength: 1,
  maxLength: 320,
  oneLine: true,
  description: 'Only messages to this recipient.',
  example: '+447400123456',
})

const reply = text({
  minLength: 1,
  maxLength: 1_600,
  description: 'The text of the reply, for example STOP.',
  example: 'STOP',
})

/** The telephone of the test environment (docs/contract#test-messages). */
export const testMessageOperations = operationsAbout('Sandbox', {
  listTestMessages: {
    ...WEBSITE,
    summary: 'List what the sandbox delivered for an app of the test environment',
    description: 'Newest first, the last 1,000 of a day, with the texts and passcodes that recipients read.',
    mutation: false,
    effect: 'reads',
    live: runAgain('message'),
    request: pageRequest({ organizationId, appId }, { to }),
    result: pageResult({ messages: list(testMessageShape) }),
  },
  replyToTestMessage: {
    ...WEBSITE,
    summary: 'Reply to a test message as its recipient',
    description:
      'The reply is an inbound message, as if the provider had reported it: STOP suppresses the recipient for the whole ' +
      'Organization, and START ends that.',
    mutation: true,
    effect: 'adds',
    quotas: ['testReplies'],
    request: mutationRequest({ organizationId, messageId, text: reply }, {}),
    result: mutationResult(
      {
        suppressed: flag({ description: 'Whether the reply suppressed the recipient.' }),
        unsuppressed: flag({ description: 'Whether the reply ended a suppression.' }),
      },
      {},
    ),
  },
} as const satisfies Entries)
