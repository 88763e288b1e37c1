import type { Product } from '../../../kernel/texts/product.js'
import { type MailText, mailText } from './mail-text.js'
import { nameInMail } from './name-in-mail.js'
import { counted } from './time-in-mail.js'

interface Facts {
  /** The name of the person who named the new admin or created another link. */
  readonly inviterName: string
  /** The Organization that was set up with it; undefined: another link was requested. */
  readonly organizationName: string | undefined
  /** Whether the reader was already a super admin, and their second factor was reset. */
  readonly isReset: boolean
  /** The address of the installation. */
  readonly publicUrl: string
  readonly link: string
  /** Counted from the request, not from the arrival of the email. */
  readonly validDays: number
}

/** Explains why the reader gets the link. */
const occasion = (product: string, { inviterName, organizationName, isReset, publicUrl }: Facts): string => {
  const inviter = nameInMail(inviterName)
  if (isReset)
    return (
      `Your second factor for ${product} at ${publicUrl} was reset, with the approval of ${inviter}. Your sessions have ended. ` +
      'Use this link to become a super admin again.'
    )
  if (organizationName === undefined)
    return (
      `${inviter} has created a new link for you to become a super admin of ${product} at ${publicUrl}. ` +
      'Previous links no longer work.'
    )
  return (
    `${inviter} has set up ${product} for the Organization “${nameInMail(organizationName)}” at ${publicUrl} and chose ` +
    'you as its second super admin. Decisions about money and prices need two super admins.'
  )
}

/** The email with the link to become a super admin of an installation (docs/api/running#first-set-up). */
export const enrolmentMail = (product: Product, facts: Facts): MailText =>
  mailText(product, `Become a super admin of ${product.name}`, [
    occasion(product.name, facts),
    { label: 'Your link', link: facts.link },
    'Open the link and paste it into the form on that page. Or, on a machine of the installation, run “npx postrider ' +
      'admin enrol” and paste it there. You then choose a password, add a secret to an authenticator app, and enter a ' +
      'code from the app.',
    `The link works once, within ${counted(facts.validDays, 'day')} after it was created. Don’t share it: anyone with the ` +
      'link can become a super admin in your place.',
    'If you don’t expect this email, don’t use the link. Tell the team that runs this installation.',
  ])
