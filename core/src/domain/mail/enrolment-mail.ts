import { type MailText, mailText } from './mail-text.js'
import { nameInMail } from './name-in-mail.js'
import { counted } from './time-in-mail.js'

interface Facts {
  /** Who named him: a person's name. */
  readonly inviterName: string
  /** The Organization with which the installation began; undefined: this is about the installation alone. */
  readonly organizationName: string | undefined
  /** Where the installation is. */
  readonly publicUrl: string
  readonly link: string
  /** From the order on, not from the arrival of the mail. */
  readonly validDays: number
}

/** The link by which somebody becomes a super admin of an installation (decisions 16.15). */
export const enrolmentMail = (facts: Facts): MailText => {
  const inviter = nameInMail(facts.inviterName)
  const organization =
    facts.organizationName === undefined
      ? ''
      : ` for the organisation “${nameInMail(facts.organizationName)}”`
  return mailText('Become a super admin of Postrider', [
    `${inviter} has set up Postrider${organization} at ${facts.publicUrl}, and has named you as one of its super ` +
      'admins: money and prices take two of you.',
    { label: 'Your link', link: facts.link },
    'On a machine of the installation, run “postrider admin enrol” and paste the link when it asks. You choose a ' +
      'password, add a secret to an authenticator app, and type one of its codes; until then you can do nothing there.',
    `The link works once, and no longer than ${counted(facts.validDays, 'day')} after it was ordered. Give it to ` +
      'nobody: whoever has it becomes a super admin in your place.',
    'If you know nothing of this, do not use the link, and tell whoever runs the installation.',
  ])
}
