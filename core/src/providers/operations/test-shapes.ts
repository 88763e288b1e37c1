import { CHANNEL_NAMES } from '../../channels/channels.js'
import { flag } from '../../kernel/codecs/flag.js'
import { identifier, timestamp } from '../../kernel/codecs/identifiers.js'
import { list } from '../../kernel/codecs/list.js'
import { literalUnion } from '../../kernel/codecs/literal-union.js'
import { nullable } from '../../kernel/codecs/nullable.js'
import { open } from '../../kernel/codecs/shape.js'
import { text } from '../../kernel/codecs/text.js'
import { PROVIDER_TEST_STATES } from '../domain/provider-tests/provider-test.js'
import { providerAccountId } from './shapes.js'

export const testId = identifier('The test.', 'pts_01k9x7c2v5n8q4r6t0w3y1z5bd')

/** The channel of a test. */
export const testChannel = literalUnion(CHANNEL_NAMES, {
  description: 'One of those that the account carries.',
})

/** The recipient of a test, in the form of requests. */
export const testRecipient = text({
  minLength: 1,
  maxLength: 320,
  oneLine: true,
  description: 'A telephone number as +4915123456789, or an email address: as the channel has it.',
  example: '+4915123456789',
})

const line = open(
  {
    direction: literalUnion(['out', 'in'], {
      description: '`out`: what we said; `in`: what the provider said.',
    }),
    at: timestamp('When.'),
    text: text({ description: 'Without secrets, texts and the recipient.', example: 'submit_sm_resp 0x00' }),
  },
  {},
)

/** A test of a provider account, in the form of responses (docs/contract#provider-tests). */
export const providerTestShape = open(
  {
    testId,
    providerAccountId,
    channel: testChannel,
    to: text({ description: 'Whom it goes to; most of it is masked.', example: '+49*******6789' }),
    state: literalUnion(PROVIDER_TEST_STATES, {
      description:
        '`requested`: no dispatcher has taken it yet; `expired`: none did, and none will; `sending`: one calls the provider; then what the call came to: `accepted`, `refused` (certainly not sent) or `unknown`; and `delivered` or `undelivered` by the provider’s report.',
    }),
    detail: nullable(
      text({ description: 'What the call came to, in our words; null: nothing is to be said.' }),
    ),
    isReported: nullable(flag({ description: 'Whether a report may come; null while that is not known.' })),
    requestedAt: timestamp('When it was asked for.'),
    transcript: list(line, { description: 'What was said so far, in its order.' }),
  },
  {},
  { name: 'ProviderTest', description: 'One fixed text, sent through one account to try it.' },
)
