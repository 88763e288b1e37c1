import { type MailText, mailText } from './mail-text.js'
import { nameInMail } from './name-in-mail.js'
import { counted } from './time-in-mail.js'

interface Facts {
  readonly organizationName: string
  readonly inviterName: string
  readonly role: string
  readonly link: string
  /** From the invitation, not from the arrival of the mail. */
  readonly validDays: number
}

/** The link by which somebody joins an Organization (docs/contract#invitations). */
export const invitationMail = (facts: Facts): MailText => {
  const organization = nameInMail(facts.organizationName)
  return mailText(`Invitation to join “${organization}” on Postrider`, [
    'You are invited to join an Organization on Postrider.',
    { label: 'Look at the invitation', link: facts.link },
    `Organization: “${organization}”`,
    `Invited by: “${nameInMail(facts.inviterName)}”`,
    `Role: ${nameInMail(facts.role)}`,
    `The link works once, and no longer than ${counted(facts.validDays, 'day')} after the invitation. ` +
      'It asks for the password of your Postrider account or, if you have none yet, helps you to make one.',
    'If you do not know who invited you, you need do nothing: you join only if you accept.',
  ])
}
