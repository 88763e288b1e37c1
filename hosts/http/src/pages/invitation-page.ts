import { type Markup, markup } from '@postrider/server/pages/markup'
import { newPasswordField } from '@postrider/server/pages/new-password-field'
import { page } from '@postrider/server/pages/page'
import { type PageField, pageForm } from '@postrider/server/pages/page-form'
import type { PageProblem } from '@postrider/server/pages/page-problem'

interface Facts {
  /** As it stood in the link; sent back as the field `token`. */
  readonly token: string
  readonly email: string
  readonly organizationName: string
  readonly role: string
  /** Whether the invited address has an account already. */
  readonly hasAccount: boolean
  /** What was typed before the problem. */
  readonly displayName?: string
  readonly problem?: PageProblem<'displayName' | 'password'>
}

/** Shown and not sent: the service knows it by the token. It tells a password manager whose password this is. */
const emailField = (email: string): Markup => markup`
<div class="field">
<label for="email">Your email address</label>
<input id="email" type="email" autocomplete="username" value="${email}" readonly>
</div>`

const nameField = (displayName = ''): PageField => ({
  name: 'displayName',
  label: 'Your name',
  type: 'text',
  autocomplete: 'name',
  hint: 'As the other members see it.',
  value: displayName,
})

const CURRENT_PASSWORD: PageField = {
  name: 'password',
  label: 'The password of your Postrider account',
  type: 'password',
  autocomplete: 'current-password',
}

/**
 * Asks whether to join. Who has an account gives its password, others a name and a new password: the fields
 * `password` and, for these, `displayName`.
 */
export const invitationPage = (facts: Facts): string => {
  const { token, email, organizationName, role, hasAccount, displayName, problem } = facts
  const newcomer = [nameField(displayName), newPasswordField('password', 'A password for your new account')]
  return page({
    title: 'Accept the invitation',
    problem,
    content: markup`<p>You are invited to join the organisation “<bdi>${organizationName}</bdi>” on Postrider, in the
role “<bdi>${role}</bdi>”. If you do not want to, you need do nothing.</p>${pageForm({
      kept: { token },
      problem,
      intro: emailField(email),
      action: hasAccount ? 'Join' : 'Make an account and join',
      fields: hasAccount ? [CURRENT_PASSWORD] : newcomer,
    })}`,
  })
}
