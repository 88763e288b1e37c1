import type { Answer } from '../../answers/answer.js'
import type { Markup } from '../../pages/markup.js'
import { type PageField, pageForm } from '../../pages/page-form.js'
import type { PageProblem } from '../../pages/page-problem.js'
import type { DocsPage } from '../docs/docs-page.js'
import type { SiteAnswers } from '../site/site-answers.js'
import { present } from '@postrider/core/kernel/present'

/** The fields and texts of a site besides email address and password. */
export interface SignInParts {
  readonly further: readonly PageField[]
  /** Content below the form. */
  readonly outro: Markup
}

interface Facts {
  /** The address to continue at; sent back as the field `next`. */
  readonly to: string
  /** The email address that was typed before the problem. */
  readonly email?: string
  readonly problem?: PageProblem<'email'>
  /** The page of the documentation about the problem. Default: about sign-in. */
  readonly docs?: DocsPage
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

/** The sign-in page: the fields `email` and `password`, and those of the site. */
export const signInPage = (
  answers: SiteAnswers,
  { further, outro }: SignInParts,
  status: number,
  { to, email, problem, docs }: Facts,
): Answer =>
  answers.page(status, {
    title: 'Sign in',
    problem,
    ...present({ docs }),
    content: pageForm({
      kept: { next: to },
      problem,
      action: 'Sign in',
      fields: [...fieldsOf(email), ...further],
      outro,
    }),
  })
