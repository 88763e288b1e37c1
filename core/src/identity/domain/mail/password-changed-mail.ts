import type { EpochMs } from '../../../kernel/time/epoch-ms.js'
import type { Product } from '../../../kernel/texts/product.js'
import { type MailText, mailText } from './mail-text.js'
import { timeInMail } from './time-in-mail.js'

/** The notice that the password has changed (docs/promises#account-recovery). */
export const passwordChangedMail = (product: Product, { atMs }: { readonly atMs: EpochMs }): MailText =>
  mailText(product, `Your ${product.name} password was changed`, [
    `The password of your ${product.name} account was changed on ${timeInMail(atMs)}, and you were signed out everywhere.`,
    'If you did this, no action is needed.',
    'If you didn’t do this, another person may have access to your account, and perhaps to your mailbox. Change the ' +
      `password of your mailbox, reset your ${product.name} password on the sign-in page, and contact support.`,
  ])
