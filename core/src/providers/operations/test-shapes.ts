import { CHANNEL_NAMES } from '../../channels/channels.js'
import { flag } from '../../kernel/codecs/flag.js'
import { identifier, timestamp } from '../../kernel/codecs/identifiers.js'
import { list } from '../../kernel/codecs/list.js'
import { literalUnion } from '../../kernel/codecs/literal-union.js'
import { nullable } from '../../kernel/codecs/nullable.js'
import { open } from '../../kernel/codecs/shape.js'
import { text } from '../../kernel/codecs/text.js'
import { PROVIDER_TEST_STATES } from '../domain/provider-tests/provider-test.js'
import { providerAccountId } from '../../tenancy/operations/apps/configuration-shapes.js'

export const testId = identifier('ID of the provider test.', 'pts_01k9x7c2v5n8q4r6t0w3y1z5bd')

/** The channel of a test. */
export const testChannel = literalUnion(CHANNEL_NAMES, {
  description: 'Channel of the test; the account must support it.',
})

/** The recipient of a test, in the form of requests. */
export const testRecipient = text({
  minLength: 1,
  maxLength: 320,
  oneLine: true,
  description:
    'Recipient of the test: a phone number such as +4915123456789, or an email address, depending on the channel.',
  example: '+4915123456789',
})

const line = open(
  {
    direction: literalUnion(['out', 'in'], {
      description: '`out`: sent to the provider. `in`: received from the provider.',
    }),
    at: timestamp('Time of the line.'),
    text: text({
      description: 'Content of the line, without secrets, texts and the recipient.',
      example: 'submit_sm_resp 0x00',
    }),
  },
  {},
)

/** A test of a provider account, in the form of responses (docs/api/admin#provider-tests). */
export const providerTestShape = open(
  {
    testId,
    providerAccountId,
    channel: testChannel,
    to: text({ description: 'Recipient of the test, mostly masked.', example: '+49*******6789' }),
    state: literalUnion(PROVIDER_TEST_STATES, {
      description:
        '`requested`: no dispatcher has taken it yet. `expired`: none did in time. `sending`: the call is in progress. `accepted`, `refused` (certainly not sent) and `unknown`: result of the call. `delivered` and `undelivered`: from the delivery report.',
    }),
    detail: nullable(
      text({
        description: "Result of the call, in Postrider's words; null if there is nothing to add.",
        example: 'The login was refused.',
      }),
    ),
    isReported: nullable(
      flag({ description: "`true` if a delivery report may arrive; null while that isn't known." }),
    ),
    requestedAt: timestamp('Time of the request.'),
    transcript: list(line, { description: 'Lines exchanged with the provider so far, in order.' }),
  },
  {},
  { name: 'ProviderTest', description: 'A test of a provider account: one fixed text.' },
)
