import type { EpochMs } from '../../../kernel/time/epoch-ms.js'
import type { Product } from '../../../kernel/texts/product.js'
import { type MailText, mailText } from './mail-text.js'
import { timeInMail } from './time-in-mail.js'

/** What changed, and when. */
interface FactorChange {
  readonly atMs: EpochMs
  readonly isOn: boolean
}

/** The notice that the second factor was turned on or removed (docs/api/sign-in#second-factors). */
export const secondFactorChangedMail = (product: Product, { atMs, isOn }: FactorChange): MailText => {
  const change = isOn ? 'turned on' : 'removed'
  return mailText(product, `The second factor of your ${product.name} account was ${change}`, [
    `The second factor of your ${product.name} account was ${change} on ${timeInMail(atMs)}, and your other sessions ended.`,
    'If you did this, no action is needed.',
    `If you didn’t do this, another person knows your password. Reset your ${product.name} password on the sign-in page, and ` +
      'contact support.',
  ])
}
