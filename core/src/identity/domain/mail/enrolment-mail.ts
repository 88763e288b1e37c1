import { type MailText, mailText } from './mail-text.js'
import { nameInMail } from './name-in-mail.js'
import { counted } from './time-in-mail.js'

interface Facts {
  /** Who named the new admin, or ordered another link: a name. */
  readonly inviterName: string
  /** The Organization that was set up with it; undefined: another link was ordered. */
  readonly organizationName: string | undefined
  /** That the reader was a super admin before, whose second factor was reset. */
  readonly isReset: boolean
  /** Where the installation is. */
  readonly publicUrl: string
  readonly link: string
  /** From the order on, not from the arrival of the mail. */
  readonly validDays: number
}

/** Who did what, so that its reader knows what the link is about. */
const occasion = ({ inviterName, organizationName, isReset, publicUrl }: Facts): string => {
  const inviter = nameInMail(inviterName)
  if (isReset)
    return (
      `Your second factor of Postrider at ${publicUrl} was reset: ${inviter} has approved it. Your sessions have ended, and ` +
      'you are a super admin again once you have used this link.'
    )
  if (organizationName === undefined)
    return (
      `${inviter} has ordered another link for you, by which you become a super admin of Postrider at ${publicUrl}. ` +
      'Links that you got before work no more.'
    )
  return (
    `${inviter} has set up Postrider for the Organization “${nameInMail(organizationName)}” at ${publicUrl}, and has ` +
    'named you as its second super admin: money and prices take two of you.'
  )
}

/** The link by which somebody becomes a super admin of an installation (docs/contract#first-set-up). */
export const enrolmentMail = (facts: Facts): MailText =>
  mailText('Become a super admin of Postrider', [
    occasion(facts),
    { label: 'Your link', link: facts.link },
    'Open the link and paste it into the form that it leads to; or, on a machine of the installation, run “npx postrider ' +
      'admin enrol” and paste it there. You choose a password, add a secret to an authenticator app, and type one of its ' +
      'codes; until then you can do nothing there.',
    `The link works once, and no longer than ${counted(facts.validDays, 'day')} after it was ordered. Give it to ` +
      'nobody: whoever has it becomes a super admin in your place.',
    'If you know nothing of this, do not use the link, and tell whoever runs the installation.',
  ])
