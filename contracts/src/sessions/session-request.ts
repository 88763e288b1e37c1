import { closed } from '@postrider/core/kernel/codecs/shape'
import { text } from '@postrider/core/kernel/codecs/text'
import { emailAddress } from '@postrider/core/kernel/codecs/email-text'
import type * as t from 'io-ts'

/**
 * The body of POST /v1/sessions (docs/contract#sessions). Passwords with any characters are accepted here, so
 * that the response reveals nothing about a user's password.
 */
export const sessionRequest = closed(
  {
    email: emailAddress,
    password: text({ minLength: 1, maxLength: 4096, anyCharacter: true, description: 'As it was chosen.' }),
  },
  {
    code: text({
      minLength: 6,
      maxLength: 64,
      oneLine: true,
      description:
        'For people with a second factor: the code of the authenticator app, or a recovery code. Others leave it out.',
      example: '492039',
    }),
  },
  {
    name: 'SessionRequest',
    description: 'Who signs in.',
    example: { email: 'asha@example.com', password: 'correct horse battery staple' },
  },
)

export type SessionRequest = t.TypeOf<typeof sessionRequest>

/** The body of POST /v1/sessions/refresh (docs/contract#refresh-tokens). */
export const refreshRequest = closed(
  { refreshToken: text({ minLength: 10, maxLength: 512, oneLine: true, description: 'The newest one.' }) },
  {},
  {
    name: 'RefreshRequest',
    description: 'Which session is renewed.',
    example: { refreshToken: 'prrt_as-the-session-answered-it' },
  },
)

export type RefreshRequest = t.TypeOf<typeof refreshRequest>
