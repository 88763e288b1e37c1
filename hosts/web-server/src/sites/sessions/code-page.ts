import type { Answer } from '../../answers/answer.js'
import { markup } from '../../pages/markup.js'
import { type PageField, pageForm } from '../../pages/page-form.js'
import type { PageProblem } from '../../pages/page-problem.js'
import type { SiteAnswers } from '../site/site-answers.js'
import { signInAddress } from './sign-in-address.js'

/** The field for a code of the second factor, called `code`. */
export const CODE_FIELD: PageField = {
  name: 'code',
  label: 'Code from your authenticator app',
  type: 'text',
  autocomplete: 'one-time-code',
  hint: 'Six digits, or one of your recovery codes.',
}

interface Facts {
  /** The address to continue at; sent back as the field `next`. */
  readonly to: string
  /** The sign-in that waits for the code; sent back as the field `pending`. */
  readonly pending: string
  readonly problem?: PageProblem<'code'>
}

/** The second step of a sign-in: asks for a code of the second factor. */
export const codePage = (answers: SiteAnswers, status: number, { to, pending, problem }: Facts): Answer =>
  answers.page(status, {
    title: 'Enter your code',
    problem,
    content: pageForm({
      kept: { next: to, pending },
      problem,
      action: 'Sign in',
      fields: [CODE_FIELD],
      outro: markup`
<p class="after">Lost your phone? Use one of your recovery codes.</p>
<p class="after"><a href="${signInAddress(to)}">Sign in as someone else</a></p>`,
    }),
  })
