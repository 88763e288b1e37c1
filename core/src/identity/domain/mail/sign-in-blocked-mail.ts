import type { EpochMs } from '../../../kernel/time/epoch-ms.js'
import { type MailText, mailText } from './mail-text.js'
import { timeInMail } from './time-in-mail.js'

/** The notice that sign-ins with an address were blocked after too many failures (docs/contract#failed-sign-ins). */
export const signInBlockedMail = ({ atMs }: { readonly atMs: EpochMs }): MailText =>
  mailText('Sign-ins to your Postrider account were blocked', [
    `Sign-ins to your Postrider account were blocked on ${timeInMail(atMs)}, because too many failed: the password or ` +
      'the code of the second factor was wrong. Each block lasts up to 15 minutes.',
    'If it was you, wait and try again, or choose a new password on the sign-in page.',
    'If it was not you, another person may be guessing your password. Choose a long one that you use nowhere else. If the code ' +
      'of your second factor was wrong, another person knows your password. Choose a new one now, and inform the people who run ' +
      'Postrider for you.',
    'You get this notice at most once a day.',
  ])
