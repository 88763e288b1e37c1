import type { EpochMs } from '../../../kernel/time/epoch-ms.js'
import type { Product } from '../../../kernel/texts/product.js'
import { type MailText, mailText } from './mail-text.js'
import { timeInMail } from './time-in-mail.js'

/**
 * The notice that sign-ins with an address were blocked after too many failures
 * (docs/api/sign-in#failed-sign-ins).
 */
export const signInBlockedMail = (product: Product, { atMs }: { readonly atMs: EpochMs }): MailText =>
  mailText(product, `Sign-ins to your ${product.name} account were blocked`, [
    `Sign-ins to your ${product.name} account were blocked on ${timeInMail(atMs)}, because too many failed with a wrong password ` +
      'or a wrong code of the second factor. Each block lasts up to 15 minutes.',
    'If this was you, wait and try again, or reset your password on the sign-in page.',
    'If this wasn’t you, another person may be guessing your password. Set a long one that you use nowhere else. If the code ' +
      'of your second factor was wrong, another person knows your password. Set a new one now, and contact support.',
    'You get this notice at most once a day.',
  ])
