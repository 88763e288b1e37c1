import type { Mailer } from '@postrider/core/identity/ports/mailer'
import type { MailServer } from '@postrider/mail-smtp/mail-server'
import { type MailerLimits, smtpMailer } from '@postrider/mail-smtp/smtp-mailer'

/** A mailer for a server on loopback, by default in clear and without a login. */
export const openMailer = (
  port: number,
  server: Partial<MailServer> = {},
  limits: MailerLimits = {},
): Mailer =>
  smtpMailer(
    {
      server: { host: '127.0.0.1', port, tls: 'none', login: undefined, ...server },
      from: { address: 'no-reply@post.example', name: 'Postrider' },
    },
    limits,
  )
