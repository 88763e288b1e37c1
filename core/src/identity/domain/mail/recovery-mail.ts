import type { Product } from '../../../kernel/texts/product.js'
import { type MailText, mailText } from './mail-text.js'
import { counted } from './time-in-mail.js'

interface Facts {
  readonly link: string
  /** Counted from the request, not from the arrival of the email. */
  readonly validMinutes: number
}

/** The email with the link to set a new password (docs/api/sign-in#password-recovery). */
export const recoveryMail = (product: Product, { link, validMinutes }: Facts): MailText =>
  mailText(product, `Reset your ${product.name} password`, [
    `We got a request to reset the password of your ${product.name} account.`,
    { label: 'Set a new password', link },
    `The link works once, within ${counted(validMinutes, 'minute')} after the request. ` +
      'Setting a new password signs you out everywhere.',
    'If you didn’t request this, ignore this email. Your password stays the same. ' +
      'Don’t forward this email: anyone with the link can use it.',
  ])
