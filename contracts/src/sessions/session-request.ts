import { closed } from '@postrider/core/kernel/codecs/shape'
import { text } from '@postrider/core/kernel/codecs/text'
import { emailAddress } from '@postrider/core/kernel/codecs/email-text'
import type * as t from 'io-ts'

/**
 * The body of POST /v1/sessions (docs/api/sign-in#sessions). Passwords with any characters are accepted here,
 * so that the response reveals nothing about a user's password.
 */
export const sessionRequest = closed(
  {
    email: emailAddress,
    password: text({
      minLength: 1,
      maxLength: 4096,
      anyCharacter: true,
      description: 'Password of the user.',
      example: 'correct horse battery staple',
    }),
  },
  {
    code: text({
      minLength: 6,
      maxLength: 64,
      oneLine: true,
      description:
        'Code of the authenticator app, or a recovery code. Required for users with a second factor; others omit it.',
      example: '492039',
    }),
  },
  {
    name: 'SessionRequest',
    description: 'The credentials of a user who signs in.',
    example: { email: 'asha@example.com', password: 'correct horse battery staple' },
  },
)

export type SessionRequest = t.TypeOf<typeof sessionRequest>

/** The body of POST /v1/sessions/refresh (docs/api/sign-in#refresh-tokens). */
export const refreshRequest = closed(
  {
    refreshToken: text({
      minLength: 10,
      maxLength: 512,
      oneLine: true,
      description: 'Refresh token from the latest sign-in or renewal.',
      example: 'prrt_as-the-session-answered-it',
    }),
  },
  {},
  {
    name: 'RefreshRequest',
    description: 'The session to renew.',
    example: { refreshToken: 'prrt_as-the-session-answered-it' },
  },
)

export type RefreshRequest = t.TypeOf<typeof refreshRequest>
