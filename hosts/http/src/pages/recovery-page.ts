import { markup } from '@postrider/server/pages/markup'
import { newPasswordField } from '@postrider/server/pages/new-password-field'
import { page } from '@postrider/server/pages/page'
import { type PageField, pageForm } from '@postrider/server/pages/page-form'
import type { PageProblem } from '@postrider/server/pages/page-problem'

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
      kept: { token },
      problem,
      action: 'Save the new password',
      fields: [newPasswordField('password', 'New password'), PASSWORD_AGAIN],
    })}`,
  })
