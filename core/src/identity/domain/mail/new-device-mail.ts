import type { EpochMs } from '../../../kernel/time/epoch-ms.js'
import type { Product } from '../../../kernel/texts/product.js'
import { type MailText, mailText } from './mail-text.js'
import { timeInMail } from './time-in-mail.js'

/** The facts of a sign-in on a new device. */
export interface NewDeviceFacts {
  readonly atMs: EpochMs
  /** The address that it came from; undefined: unknown. */
  readonly clientAddress: string | undefined
  readonly place: SignInPlace
}

/** The site or API of a sign-in. */
export type SignInPlace = 'website' | 'console' | 'api'

const PLACES: Readonly<Record<SignInPlace, string>> = {
  website: 'at the website, in a new browser',
  console: 'at the console, in a new browser',
  api: 'over the API, from a new address',
}

/** The notice of a sign-in on a device that the person didn't use before (docs/api/sign-in#new-devices). */
export const newDeviceMail = (
  product: Product,
  { atMs, clientAddress, place, link }: NewDeviceFacts & { readonly link: string },
): MailText => {
  const from = clientAddress === undefined ? '' : ` The IP address was ${clientAddress}.`
  return mailText(product, `New sign-in to your ${product.name} account`, [
    `Your ${product.name} account was used to sign in ${PLACES[place]}, on ${timeInMail(atMs)}.${from}`,
    'If this was you, no action is needed. A private window or deleted cookies make a browser new.',
    'If this wasn’t you, another person knows your password. End the session on this page, and set a new password there, ' +
      'which ends all other sessions too:',
    { label: 'See and end your sessions', link },
  ])
}
