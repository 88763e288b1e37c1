import type { EpochMs } from '../../../kernel/time/epoch-ms.js'
import type { Product } from '../../../kernel/texts/product.js'
import { type MailText, mailText } from './mail-text.js'
import { nameInMail } from './name-in-mail.js'
import { timeInMail } from './time-in-mail.js'

/** An Agent key that was created in another person's name. */
export interface MadeKeyFacts {
  readonly atMs: EpochMs
  readonly label: string
  /** The name of the person who created it. */
  readonly makerName: string
  /** The name of its sponsor; undefined: the reader. */
  readonly sponsorName: string | undefined
  /** Undefined: it creates an Organization. */
  readonly organizationName: string | undefined
  /** Whether it waits for its sponsor's confirmation. */
  readonly waits: boolean
}

const confirmation = ({ sponsorName, waits }: MadeKeyFacts): string => {
  if (!waits) return 'The key works at once, because the person who created it is its sponsor.'
  return sponsorName === undefined
    ? 'The key works only after you confirm it. The page shows what it can do. If you don’t expect this key, revoke it.'
    : 'The key works only after that person confirms it. If you don’t expect this key, revoke it on the page.'
}

/** The notice that an Agent key was created in a person's name (docs/api/access#agent-keys). */
export const agentKeyMadeMail = (
  product: Product,
  facts: MadeKeyFacts & { readonly link: string },
): MailText => {
  const { atMs, label, makerName, sponsorName, organizationName, link } = facts
  const name = sponsorName === undefined ? 'your name' : `the name of “${nameInMail(sponsorName)}”`
  return mailText(product, `An Agent key was created in ${product.name}`, [
    `An Agent key was created in ${name} on ${timeInMail(atMs)}. With an Agent key, a program acts for its sponsor, the person responsible for the key.`,
    `Key: “${nameInMail(label)}”`,
    `Created by: “${nameInMail(makerName)}”`,
    organizationName === undefined
      ? 'The key can create one Organization.'
      : `Organization: “${nameInMail(organizationName)}”`,
    confirmation(facts),
    { label: 'View the key', link },
  ])
}
