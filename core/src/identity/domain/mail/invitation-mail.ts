import type { Product } from '../../../kernel/texts/product.js'
import { type MailText, mailText } from './mail-text.js'
import { nameInMail } from './name-in-mail.js'
import { counted } from './time-in-mail.js'

interface Facts {
  readonly organizationName: string
  readonly inviterName: string
  readonly role: string
  readonly link: string
  /** Counted from the invitation, not from the arrival of the email. */
  readonly validDays: number
}

/** The email with the link to join an Organization (docs/api/access#invitations). */
export const invitationMail = (product: Product, facts: Facts): MailText => {
  const organization = nameInMail(facts.organizationName)
  return mailText(product, `Invitation to join “${organization}” on ${product.name}`, [
    `You are invited to join an Organization on ${product.name}.`,
    { label: 'View the invitation', link: facts.link },
    `Organization: “${organization}”`,
    `Invited by: “${nameInMail(facts.inviterName)}”`,
    `Role: ${nameInMail(facts.role)}`,
    `The link works once, within ${counted(facts.validDays, 'day')} after the invitation. ` +
      `To join, enter the password of your ${product.name} account. If you don’t have an account yet, you can create one there.`,
    'If you don’t know who invited you, ignore this email. You join only if you accept.',
  ])
}
