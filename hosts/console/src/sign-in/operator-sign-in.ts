import type { OperatorSessions } from '@postrider/core/identity/use-cases/people/operator-sessions'
import type { SignInForm } from '@postrider/web-server/sites/sessions/sign-in'
import { markup } from '@postrider/web-server/pages/markup'

/** The super admins' sign-in: email address, password and a code of the second factor. */
export const operatorSignIn = ({ begin }: Pick<OperatorSessions, 'begin'>): SignInForm => ({
  further: [
    {
      name: 'code',
      label: 'Code from your authenticator',
      type: 'text',
      autocomplete: 'one-time-code',
      hint: 'Six digits, or one of your recovery codes.',
    },
  ],
  outro: markup`
<p class="after">You stay signed in until 30 minutes pass without activity, for at most 12 hours.</p>`,
  wrong: 'Wrong email address, password or code. Each code works once, for about a minute.',
  begin: (fields, from, browser) => {
    const of = (name: string): string => fields.get(name) ?? ''
    return begin({ email: of('email'), password: of('password'), code: of('code') }, from, browser)
  },
})
