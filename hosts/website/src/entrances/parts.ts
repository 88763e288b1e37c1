import type { Answer } from '@postrider/web-server/answers/answer'
import { type Markup, markup, NO_MARKUP } from '@postrider/web-server/pages/markup'
import type { PageField } from '@postrider/web-server/pages/page-form'
import { WEBSITE } from '../website-answers.js'
import type { EntranceSettings } from '../website-needs.js'
import { present } from '@postrider/core/kernel/present'

/** Where an address is typed. */
export const emailField = (value: string | undefined): PageField => ({
  name: 'email',
  label: 'Email address',
  type: 'email',
  autocomplete: 'username',
  ...present({ value }),
})

/** Where somebody says what they are called. */
export const nameField = (value: string | undefined): PageField => ({
  name: 'displayName',
  label: 'Your name',
  type: 'text',
  autocomplete: 'name',
  hint: 'As the people that you work with see it.',
  ...present({ value }),
})

/** Shown and not sent: the service knows it by the token. It tells a password manager whose password this is. */
export const ownAddress = (email: string): Markup => markup`
<div class="field">
<label for="email">Your email address</label>
<input id="email" type="email" autocomplete="username" value="${email}" readonly>
</div>`

const mailHintMarkup = ({ sentence, command }: NonNullable<EntranceSettings['mailHint']>): Markup => markup`
<p>${sentence}</p>
<p class="secret">${command}</p>`

/** Tells whoever asked for a mail what will come, whatever the address. */
export const waitingPage = (
  sentences: Markup,
  { mailHint, again }: Pick<EntranceSettings, 'mailHint'> & { readonly again: string },
): Answer =>
  WEBSITE.page(200, {
    title: 'Look into your mailbox',
    content: markup`${sentences}${mailHint === undefined ? NO_MARKUP : mailHintMarkup(mailHint)}
<p class="after">Nothing came? Look where unwanted mail goes, or <a href="${again}">ask once more</a>. An address gets at most
three such mails an hour.</p>`,
  })
