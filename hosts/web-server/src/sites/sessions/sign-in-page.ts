import type { Answer } from '../../answers/answer.js'
import type { Markup } from '../../pages/markup.js'
import { type PageField, pageForm } from '../../pages/page-form.js'
import type { PageProblem } from '../../pages/page-problem.js'
import type { SiteAnswers } from '../site/site-answers.js'
import { present } from '@postrider/core/kernel/present'

/** What a site asks and says beside address and password. */
export interface SignInParts {
  readonly further: readonly PageField[]
  /** What stands below the form. */
  readonly outro: Markup
}

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
    ...present({ value: email }),
  },
  { name: 'password', label: 'Password', type: 'password', autocomplete: 'current-password' },
]

/** Asks who somebody is: the fields `email` and `password`, and those of the site. */
export const signInPage = (
  answers: SiteAnswers,
  { further, outro }: SignInParts,
  status: number,
  { to, email, problem }: Facts,
): Answer =>
  answers.page(status, {
    title: 'Sign in',
    problem,
    content: pageForm({
      kept: { next: to },
      problem,
      action: 'Sign in',
      fields: [...fieldsOf(email), ...further],
      outro,
    }),
  })
