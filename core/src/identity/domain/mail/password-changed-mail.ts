import type { EpochMs } from '../../../kernel/time/epoch-ms.js'
import { type MailText, mailText } from './mail-text.js'
import { timeInMail } from './time-in-mail.js'

/** The notice that the password has changed (docs/promises#account-recovery). */
export const passwordChangedMail = ({ atMs }: { readonly atMs: EpochMs }): MailText =>
  mailText('Your Postrider password was changed', [
    `The password of your Postrider account was changed on ${timeInMail(atMs)}, and you were signed out everywhere.`,
    'If you did this, no action is needed.',
    'If you didn’t do this, another person may have access to your account, and perhaps to your mailbox. Change the ' +
      'password of your mailbox, reset your Postrider password on the sign-in page, and contact the team that runs ' +
      'Postrider for you.',
  ])
