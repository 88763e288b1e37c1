import type { OperatorSessions } from '@postrider/core/identity/use-cases/people/operator-sessions'
import type { SignInForm } from '@postrider/web-server/sites/sessions/sign-in'
import { markup } from '@postrider/web-server/pages/markup'

/** How super admins sign in: by address, password and a code of the second factor. */
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
<p class="after">You stay signed in for 30 minutes after your last act, for 12 hours at most.</p>`,
  wrong: 'The address, the password or the code is wrong. A code works once, and for about a minute.',
  begin: (fields, from) => {
    const of = (name: string): string => fields.get(name) ?? ''
    return begin({ email: of('email'), password: of('password'), code: of('code') }, from)
  },
})
