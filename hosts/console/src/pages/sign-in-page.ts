import type { Answer } from '@postrider/server/answers/answer'
import { markup } from '@postrider/server/pages/markup'
import { type PageField, pageForm } from '@postrider/server/pages/page-form'
import type { PageProblem } from '@postrider/server/pages/page-problem'
import { consolePage } from './console-page.js'

interface Facts {
  /** Where to go on; sent back as the field `next`. */
  readonly to: string
  /** What was typed before the problem. */
  readonly email?: string
  readonly problem?: PageProblem<'email'>
}

const fieldsOf = (email: string | undefined): readonly PageField[] => [
  {
    name: 'email',
    label: 'Email address',
    type: 'email',
    autocomplete: 'username',
    ...(email === undefined ? {} : { value: email }),
  },
  { name: 'password', label: 'Password', type: 'password', autocomplete: 'current-password' },
  {
    name: 'code',
    label: 'Code from your authenticator',
    type: 'text',
    autocomplete: 'one-time-code',
    hint: 'Six digits, or one of your recovery codes.',
  },
]

const OUTRO = markup`
<p class="after">You stay signed in for 30 minutes after your last act, for 12 hours at most.</p>`

/** Asks who somebody is: the fields `email`, `password` and `code`. */
export const signInPage = (status: number, { to, email, problem }: Facts): Answer =>
  consolePage(status, {
    title: 'Sign in',
    problem,
    content: pageForm({
      kept: { next: to },
      problem,
      action: 'Sign in',
      fields: fieldsOf(email),
      outro: OUTRO,
    }),
  })
