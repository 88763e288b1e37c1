import { flag } from '../../../kernel/codecs/flag.js'
import { identifier, timestamp } from '../../../kernel/codecs/identifiers.js'
import { literalUnion } from '../../../kernel/codecs/literal-union.js'
import { list } from '../../../kernel/codecs/list.js'
import { nullable } from '../../../kernel/codecs/nullable.js'
import { open } from '../../../kernel/codecs/shape.js'
import { text } from '../../../kernel/codecs/text.js'

export const sessionId = identifier('The session.', 'ses_01k9x7c2v5n8q4r6t0w3y1z5bd')

/** The caller's password, to prove their identity. */
export const currentPassword = text({
  minLength: 1,
  maxLength: 4096,
  anyCharacter: true,
  description: 'The password that works now.',
})

/** A new password (docs/contract#passwords). */
export const newPassword = text({
  minLength: 1,
  maxLength: 4096,
  anyCharacter: true,
  description: 'The password that takes its place: 12 to 256 characters.',
})

/** Recovery codes that replace an authenticator, shown once. */
export const recoveryCodes = nullable(
  list(text({ example: 'k7wq-2m9x-v4tn-8rpd' }), {
    description: 'Ten codes, each of which works once. They are shown this once: a replay has null here.',
  }),
)

/** One of the caller's own sessions, without its token. */
export const ownSessionShape = open(
  {
    sessionId,
    place: literalUnion(['api', 'website', 'console'], { description: 'Where somebody signed in.' }),
    createdAt: timestamp('When somebody signed in.'),
    seenAt: timestamp(
      'When somebody acted in it last, to the minute; over the API when its tokens were renewed last.',
    ),
    endsAt: timestamp('When it ends where nobody acts in it any more.'),
    clientAddress: nullable(
      text({
        description: 'Where the sign-in came from; over the API it is not kept.',
        example: '203.0.113.9',
      }),
    ),
    isCurrent: flag({ description: 'Whether the request came by it.' }),
  },
  {},
  { name: 'OwnSession', description: 'A place where the caller is signed in.' },
)
