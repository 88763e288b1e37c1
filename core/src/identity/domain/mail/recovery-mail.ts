import { type MailText, mailText } from './mail-text.js'
import { counted } from './time-in-mail.js'

interface Facts {
  readonly link: string
  /** From the request, not from the arrival of the mail. */
  readonly validMinutes: number
}

/** The link to a new password (docs/contract#password-recovery). */
export const recoveryMail = ({ link, validMinutes }: Facts): MailText =>
  mailText('Choose a new Postrider password', [
    'Somebody, most likely you, asked for a new password for your Postrider account.',
    { label: 'Choose a new password', link },
    `The link works once, and no longer than ${counted(validMinutes, 'minute')} after it was asked for. ` +
      'With a new password, you are signed out everywhere and sign in anew.',
    'If it was not you, you need do nothing: your password stays as it is. ' +
      'Do not pass this mail on, because whoever has the link can use it.',
  ])
