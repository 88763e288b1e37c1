import type { SendMailOptions } from 'nodemailer'
import { parseEmailAddress } from '@postrider/core/kernel/addresses/email-address'
import type { Mail } from '@postrider/core/identity/ports/mailer'
import type { MailSender } from './mail-sender.js'

const MAIL_ID = /^[A-Za-z0-9._-]{1,64}$/

/** A subject on one line, so that it can't start another header. */
const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')

const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1)

/**
 * Composes the email from address objects, never from header text: no part of it can add a header, a second
 * recipient or a file (docs/promises#header-injection). Returns a sentence if the content can't be an email.
 */
export const composeServiceMail = (mail: Mail, sender: MailSender): SendMailOptions | string => {
  const to = parseEmailAddress(mail.to)
  if (to === undefined) return 'the recipient is not an email address'
  if (!MAIL_ID.test(mail.mailId)) return 'the email ID is invalid'
  return {
    from: { address: sender.address, name: sender.name },
    to: { address: to, name: '' },
    subject: oneLine(mail.subject),
    text: mail.text,
    html: mail.html,
    messageId: `<${mail.mailId}@${domainOf(sender.address)}>`,
    // RFC 3834: prevents out-of-office replies.
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}
