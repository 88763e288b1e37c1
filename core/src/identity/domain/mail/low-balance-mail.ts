import type { Product } from '../../../kernel/texts/product.js'
import { type MailText, mailText } from './mail-text.js'
import { nameInMail } from './name-in-mail.js'

/** An account whose balance fell below the threshold that its Organization set. */
export interface LowBalanceFacts {
  readonly organizationName: string
  readonly environment: 'test' | 'production'
  readonly currency: string
  /** In minor units. */
  readonly availableMinor: number
  readonly thresholdMinor: number
}

const amountInMail = (minor: number, currency: string): string => {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'code' })
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2
  return format.format(minor / 10 ** digits)
}

/** The email that a balance fell below its threshold (docs/api/money#low-balance). */
export const lowBalanceMail = (
  product: Product,
  facts: LowBalanceFacts & { readonly link: string },
): MailText => {
  const { organizationName, environment, currency, availableMinor, thresholdMinor, link } = facts
  return mailText(product, `Your ${product.name} balance is low`, [
    `The balance of “${nameInMail(organizationName)}” in ${environment} fell below ${amountInMail(thresholdMinor, currency)}.`,
    `Available now: ${amountInMail(availableMinor, currency)}. When nothing is available, messages are refused.`,
    'You get this email once. The next one comes only after the balance was above the threshold again. People with ' +
      'the billing permission can change the threshold and request credit on the billing page.',
    { label: 'View the balance', link },
  ])
}
