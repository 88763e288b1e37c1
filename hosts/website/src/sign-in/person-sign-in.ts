import type { PersonSessions } from '@postrider/core/identity/use-cases/people/person-sessions'
import type { SignInForm } from '@postrider/web-server/sites/sessions/sign-in'
import { markup } from '@postrider/web-server/pages/markup'
import { RECOVER, SIGN_UP } from '../entrances/visits.js'

/** How customers' people sign in: by address and password, and a code in a second step if they have a second factor. */
export const personSignIn = ({
  begin,
  conclude,
}: Pick<PersonSessions, 'begin' | 'conclude'>): SignInForm => ({
  conclude,
  further: [],
  outro: markup`
<p class="after">Forgotten the password? <a href="${RECOVER}">Choose another</a></p>
<p class="after">New here? <a href="${SIGN_UP}">Make an account</a></p>
<p class="after">You stay signed in for a day after your last act, for 30 days at most.</p>`,
  wrong: 'The address or the password is wrong.',
  begin: (fields, from) => {
    const of = (name: string): string => fields.get(name) ?? ''
    return begin({ email: of('email'), password: of('password') }, from)
  },
})
