import { createTransport, type NodemailerError, type SMTPPoolOptions } from 'nodemailer'
import type { Mailer } from '@postrider/core/identity/ports/mailer'
import { composeServiceMail } from './compose-mail.js'
import { isForGood, mailFailureText } from './mail-failure.js'
import type { MailSender } from './mail-sender.js'
import type { MailServer } from './mail-server.js'
import { present } from '@postrider/core/kernel/present'

/** An account at a mail server, and the sender of its emails. */
export interface MailAccount {
  readonly server: MailServer
  readonly from: MailSender
}

/** Limits and trusted certificates of a mailer. */
export interface MailerLimits {
  /** Certificate authorities to trust instead of the usual ones. */
  readonly caPem?: string
  /** The time for one email, from the connection to the server's last reply. */
  readonly sendLimitMs?: number
  /** How long `close` waits for emails in progress. */
  readonly closeLimitMs?: number
}

/** The service sends few emails, and a slow one must not delay the next. */
const CONNECTIONS = 2
const IDLE_MS = 20_000
const SETUP_TIMEOUT_MS = 15_000
const SOCKET_TIMEOUT_MS = 30_000
const SEND_LIMIT_MS = 60_000
const CLOSE_LIMIT_MS = 5_000

const poolOptions = ({ host, port, tls, login }: MailServer, caPem: string | undefined): SMTPPoolOptions => ({
  host,
  port,
  secure: tls === 'implicit',
  requireTLS: tls === 'starttls',
  ignoreTLS: tls === 'none',
  // Without `forceAuth`, nodemailer would send the email without a login to a server that offers none.
  ...(login === undefined ? {} : { auth: { user: login.user, pass: login.password }, forceAuth: true }),
  tls: { rejectUnauthorized: true, minVersion: 'TLSv1.2', ...present({ ca: caPem }) },
  maxConnections: CONNECTIONS,
  idleTimeout: IDLE_MS,
  // For an idle connection that the server had closed; anything else is tried again later.
  maxRequeues: 1,
  dnsTimeout: SETUP_TIMEOUT_MS,
  connectionTimeout: SETUP_TIMEOUT_MS,
  greetingTimeout: SETUP_TIMEOUT_MS,
  socketTimeout: SOCKET_TIMEOUT_MS,
  disableFileAccess: true,
  disableUrlAccess: true,
})

type Sending = ReturnType<Mailer['send']>

/**
 * The mailer of the service's own emails through an SMTP server, over at most two connections that are kept
 * briefly.
 */
export const smtpMailer = ({ server, from }: MailAccount, limits: MailerLimits = {}): Mailer => {
  const { caPem, sendLimitMs = SEND_LIMIT_MS, closeLimitMs = CLOSE_LIMIT_MS } = limits
  const transport = createTransport({ ...poolOptions(server, caPem), pool: true })
  const underWay = new Set<Sending>()
  const send: Mailer['send'] = async (mail) => {
    const composed = composeServiceMail(mail, from)
    if (typeof composed === 'string') return { outcome: 'refused', cause: composed }
    try {
      await transport.sendMail({ ...composed, signal: AbortSignal.timeout(sendLimitMs) })
      return { outcome: 'sent' }
    } catch (cause) {
      const error = cause as NodemailerError
      return { outcome: isForGood(error) ? 'refused' : 'later', cause: mailFailureText(error) }
    }
  }
  return {
    isConfigured: true,
    send: async (mail) => {
      const sending = send(mail)
      underWay.add(sending)
      try {
        return await sending
      } finally {
        underWay.delete(sending)
      }
    },
    check: async () => {
      try {
        await transport.verify()
        return undefined
      } catch (cause) {
        return mailFailureText(cause as NodemailerError)
      }
    },
    close: async () => {
      transport.close()
      const force = setTimeout(() => transport.close({ force: true }), closeLimitMs)
      await Promise.all(underWay)
      clearTimeout(force)
    },
  }
}
