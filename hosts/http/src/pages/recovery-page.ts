import { markup } from './markup.js'
import { newPasswordField } from './new-password-field.js'
import { page } from './page.js'
import { type PageField, pageForm } from './page-form.js'
import type { PageProblem } from './page-problem.js'

interface Facts {
  /** As it stood in the link; sent back as the field `token`. */
  readonly token: string
  readonly problem?: PageProblem<'password' | 'passwordAgain'>
}

const PASSWORD_AGAIN: PageField = {
  name: 'passwordAgain',
  label: 'The new password again',
  type: 'password',
  autocomplete: 'new-password',
}

/** Asks for a new password, twice: the fields `password` and `passwordAgain`. */
export const recoveryPage = ({ token, problem }: Facts): string =>
  page({
    title: 'Choose a new password',
    problem,
    content: markup`<p>With the new password you are signed out everywhere, and sign in anew.</p>${pageForm({
      token,
      problem,
      action: 'Save the new password',
      fields: [newPasswordField('password', 'New password'), PASSWORD_AGAIN],
    })}`,
  })
