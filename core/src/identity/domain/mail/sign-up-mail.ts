import { type MailText, mailText } from './mail-text.js'
import { nameInMail } from './name-in-mail.js'
import { counted } from './time-in-mail.js'

interface Facts {
  readonly link: string
  /** From the request, not from the arrival of the mail. */
  readonly validHours: number
}

const TO_NOBODY_ELSE = 'Do not pass this mail on, because whoever has the link can use it.'

/** The link by which somebody makes an account who asked for one (docs/contract#signing-up). */
export const signUpMail = ({ link, validHours }: Facts): MailText =>
  mailText('Make your Postrider account', [
    'Somebody, most likely you, asked for a Postrider account with this address.',
    { label: 'Make the account', link },
    `The link works once, and no longer than ${counted(validHours, 'hour')} after it was asked for. ` +
      'It asks for your name and a password.',
    `If it was not you, you need do nothing: there is no account without the link. ${TO_NOBODY_ELSE}`,
  ])

interface InvitedFacts {
  readonly inviterName: string
  readonly link: string
  readonly validDays: number
}

/** The link by which somebody makes an account whom an operator has invited (docs/contract#signing-up). */
export const customerInvitationMail = ({ inviterName, link, validDays }: InvitedFacts): MailText =>
  mailText('Invitation to Postrider', [
    `${nameInMail(inviterName)} has invited you to use Postrider, which sends messages to your customers: SMS, email, ` +
      'WhatsApp and one-time passcodes.',
    { label: 'Make your account', link },
    `The link works once, and no longer than ${counted(validDays, 'day')} after the invitation. ` +
      'It asks for your name and a password; then you are led to your first message.',
    `If you do not know who invited you, you need do nothing: there is no account without the link. ${TO_NOBODY_ELSE}`,
  ])

interface AccountFacts {
  readonly signInLink: string
  readonly recoverLink: string
}

/** What the holder of an address is told who asks for an account and has one (docs/contract#signing-up). */
export const hasAccountMail = ({ signInLink, recoverLink }: AccountFacts): MailText =>
  mailText('You have a Postrider account already', [
    'Somebody, most likely you, asked for a Postrider account with this address. It has one already.',
    { label: 'Sign in', link: signInLink },
    'If you have forgotten the password, choose another one.',
    { label: 'Ask for a new password', link: recoverLink },
    'If it was not you, you need do nothing: your account stays as it is, and whoever asked was not told of it.',
  ])
