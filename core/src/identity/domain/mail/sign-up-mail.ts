import type { Product } from '../../../kernel/texts/product.js'
import { type MailText, mailText } from './mail-text.js'
import { nameInMail } from './name-in-mail.js'
import { counted } from './time-in-mail.js'

interface Facts {
  readonly link: string
  /** Counted from the request, not from the arrival of the email. */
  readonly validHours: number
}

const TO_NOBODY_ELSE = 'Don’t forward this email: anyone with the link can use it.'

/** The email with a requested link to create an account (docs/api/sign-in#signing-up). */
export const signUpMail = (product: Product, { link, validHours }: Facts): MailText =>
  mailText(product, `Create your ${product.name} account`, [
    `We got a request for an account at ${product.name} with this email address.`,
    { label: 'Create your account', link },
    `The link works once, within ${counted(validHours, 'hour')} after the request. ` +
      'You choose your name and a password there.',
    `If you didn’t request this, ignore this email. Without the link, no account is created. ${TO_NOBODY_ELSE}`,
  ])

interface InvitedFacts {
  readonly inviterName: string
  readonly link: string
  readonly validDays: number
}

/**
 * The email with the link to create an account, for a customer whom a super admin invited
 * (docs/api/sign-in#signing-up).
 */
export const customerInvitationMail = (
  product: Product,
  { inviterName, link, validDays }: InvitedFacts,
): MailText =>
  mailText(product, `Invitation to ${product.name}`, [
    `${nameInMail(inviterName)} has invited you to ${product.name}. With ${product.name} you send SMS, email, WhatsApp messages and ` +
      'one-time passcodes to your customers.',
    { label: 'Create your account', link },
    `The link works once, within ${counted(validDays, 'day')} after the invitation. ` +
      'You choose your name and a password there. Then we help you send your first message.',
    `If you don’t know who invited you, ignore this email. Without the link, no account is created. ${TO_NOBODY_ELSE}`,
  ])

interface AccountFacts {
  readonly signInLink: string
  readonly recoverLink: string
}

/** The email to a person who asks for an account and already has one (docs/api/sign-in#signing-up). */
export const hasAccountMail = (product: Product, { signInLink, recoverLink }: AccountFacts): MailText =>
  mailText(product, `You already have an account at ${product.name}`, [
    `We got a request for an account at ${product.name} with this email address. You already have one.`,
    { label: 'Sign in', link: signInLink },
    'If you forgot your password, reset it.',
    { label: 'Reset your password', link: recoverLink },
    'If you didn’t request this, ignore this email. Your account stays the same. The person who asked doesn’t learn that you have one.',
  ])
