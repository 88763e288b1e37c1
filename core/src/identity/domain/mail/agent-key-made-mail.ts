import type { EpochMs } from '../../../kernel/time/epoch-ms.js'
import { type MailText, mailText } from './mail-text.js'
import { nameInMail } from './name-in-mail.js'
import { timeInMail } from './time-in-mail.js'

/** An Agent key that somebody made in another person's name. */
export interface MadeKeyFacts {
  readonly atMs: EpochMs
  readonly label: string
  /** Who made it: a name. */
  readonly makerName: string
  /** Who answers for it: a name; undefined: the reader. */
  readonly sponsorName: string | undefined
  /** Undefined: it creates an Organization. */
  readonly organizationName: string | undefined
  /** Whether it waits for its sponsor. */
  readonly waits: boolean
}

const confirmation = ({ sponsorName, waits }: MadeKeyFacts): string => {
  if (!waits) return 'It works at once, because the person who created it answers for it.'
  return sponsorName === undefined
    ? 'It does nothing until you confirm it. The page shows what it may do. If you don’t expect this key, don’t confirm it: revoke it.'
    : 'It does nothing until that person confirms it. If you don’t expect this key, revoke it on the page.'
}

/** The notice that an Agent key was made in somebody's name (docs/contract#agent-keys). */
export const agentKeyMadeMail = (facts: MadeKeyFacts & { readonly link: string }): MailText => {
  const { atMs, label, makerName, sponsorName, organizationName, link } = facts
  const name = sponsorName === undefined ? 'your name' : `the name of “${nameInMail(sponsorName)}”`
  return mailText('An Agent key was created in Postrider', [
    `An Agent key was created in ${name} on ${timeInMail(atMs)}. Programs act with such a key for the person who answers for it.`,
    `Key: “${nameInMail(label)}”`,
    `Created by: “${nameInMail(makerName)}”`,
    organizationName === undefined
      ? 'It can create an Organization, once.'
      : `Organization: “${nameInMail(organizationName)}”`,
    confirmation(facts),
    { label: 'See the key', link },
  ])
}
