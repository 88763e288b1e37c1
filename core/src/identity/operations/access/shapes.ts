import { flag } from '../../../kernel/codecs/flag.js'
import { identifier, timestamp } from '../../../kernel/codecs/identifiers.js'
import { literalUnion } from '../../../kernel/codecs/literal-union.js'
import { list } from '../../../kernel/codecs/list.js'
import { nullable } from '../../../kernel/codecs/nullable.js'
import { open } from '../../../kernel/codecs/shape.js'
import { text } from '../../../kernel/codecs/text.js'

export const sessionId = identifier(
  'ID of the session; starts with `ses_`.',
  'ses_01k9x7c2v5n8q4r6t0w3y1z5bd',
)

/** The caller's password, to prove their identity. */
export const currentPassword = text({
  minLength: 1,
  maxLength: 4096,
  anyCharacter: true,
  description: 'Current password of the caller.',
  example: 'correct horse battery staple',
})

/** A new password (docs/api/sign-in#passwords). */
export const newPassword = text({
  minLength: 1,
  maxLength: 4096,
  anyCharacter: true,
  description: 'New password, 12 to 256 characters.',
  example: 'another horse battery staple',
})

/** Recovery codes that replace an authenticator, shown once. */
export const recoveryCodes = nullable(
  list(text({ example: 'k7wq-2m9x-v4tn-8rpd' }), {
    description: 'Ten recovery codes, each usable once. They are shown only now; null in a replay.',
  }),
)

/** One of the caller's own sessions, without its token. */
export const ownSessionShape = open(
  {
    sessionId,
    place: literalUnion(['api', 'website', 'console'], { description: 'Where the user signed in.' }),
    createdAt: timestamp('Time of the sign-in.'),
    seenAt: timestamp(
      'Time of the last activity, to the minute. For API sessions, the last renewal of the tokens.',
    ),
    endsAt: timestamp('Time at which the session expires without further activity.'),
    clientAddress: nullable(
      text({
        description: "IP address of the sign-in; null for API sessions, which don't store it.",
        example: '203.0.113.9',
      }),
    ),
    isCurrent: flag({ description: '`true` for the session of this request.' }),
  },
  {},
  { name: 'OwnSession', description: 'A session of the caller.' },
)
