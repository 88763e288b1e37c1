import type { PersonSessions } from '@postrider/core/identity/use-cases/people/person-sessions'
import type { SignInForm } from '@postrider/web-server/sites/sessions/sign-in'
import { markup } from '@postrider/web-server/pages/markup'
import { RECOVER, SIGN_UP } from '../entrances/visits.js'

/** The customers' sign-in: email address and password, then a code if the person has a second factor. */
export const personSignIn = ({
  begin,
  conclude,
}: Pick<PersonSessions, 'begin' | 'conclude'>): SignInForm => ({
  conclude,
  further: [],
  outro: markup`
<p class="after">Forgot your password? <a href="${RECOVER}">Reset password</a></p>
<p class="after">New here? <a href="${SIGN_UP}">Sign up</a></p>
<p class="after">You stay signed in until 24 hours pass without activity, for at most 30 days.</p>`,
  wrong: 'Wrong email address or password.',
  begin: (fields, from, browser) => {
    const of = (name: string): string => fields.get(name) ?? ''
    return begin({ email: of('email'), password: of('password') }, from, browser)
  },
})
