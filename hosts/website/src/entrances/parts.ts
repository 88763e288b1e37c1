import type { Answer } from '@postrider/web-server/answers/answer'
import { type Markup, markup, NO_MARKUP } from '@postrider/web-server/pages/markup'
import type { PageField } from '@postrider/web-server/pages/page-form'
import type { WebsiteNeeds, EntranceSettings } from '../website-needs.js'
import { present } from '@postrider/core/kernel/present'

/** The field for an email address. */
export const emailField = (value: string | undefined): PageField => ({
  name: 'email',
  label: 'Email address',
  type: 'email',
  autocomplete: 'username',
  ...present({ value }),
})

/** The field for a person's name. */
export const nameField = (value: string | undefined): PageField => ({
  name: 'displayName',
  label: 'Your name',
  type: 'text',
  autocomplete: 'name',
  hint: 'Shown to the people you work with.',
  ...present({ value }),
})

/** Shows the address without sending it: the token identifies the account. Password managers use it as the user name. */
export const ownAddress = (email: string): Markup => markup`
<div class="field">
<label for="email">Your email address</label>
<input id="email" type="email" autocomplete="username" value="${email}" readonly>
</div>`

const mailHintMarkup = ({ sentence, command }: NonNullable<EntranceSettings['mailHint']>): Markup => markup`
<p>${sentence}</p>
<p class="secret">${command}</p>`

/** Says that an email was requested. The page is the same for every address. */
export const waitingPage = (
  { mailHint, answers }: Pick<WebsiteNeeds, 'mailHint' | 'answers'>,
  sentences: Markup,
  again: string,
): Answer =>
  answers.page(200, {
    title: 'Check your email',
    content: markup`${sentences}${mailHint === undefined ? NO_MARKUP : mailHintMarkup(mailHint)}
<p class="after">No email? Check your spam folder, or <a href="${again}">request another email</a>. Each address gets at most
three of these emails per hour.</p>`,
  })
