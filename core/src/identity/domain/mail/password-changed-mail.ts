import type { EpochMs } from '../../../kernel/time/epoch-ms.js'
import { type MailText, mailText } from './mail-text.js'
import { timeInMail } from './time-in-mail.js'

/** The notice that the password has changed (docs/promises#account-recovery). */
export const passwordChangedMail = ({ atMs }: { readonly atMs: EpochMs }): MailText =>
  mailText('Your Postrider password was changed', [
    `The password of your Postrider account was changed on ${timeInMail(atMs)}, and you were signed out everywhere.`,
    'If it was you, there is nothing more to do.',
    'If it was not you, somebody else may be able to use your account, and perhaps your mailbox: change the ' +
      'password of your mailbox, ask for a new Postrider password on the sign-in page, and tell the people who run ' +
      'Postrider for you.',
  ])
