import type { MailOutcome } from '../domain/mail/mail-job.js'

/** A mail of the service's own: a recovery link, an invitation, a notice. */
export interface Mail {
  /** One address, without a display name (docs/contract#email-addresses). */
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  /**
   * 1 to 64 letters, digits, `.`, `_` and `-`. Stable for a mail that is tried again: becomes the Message-ID, so
   * that receivers can tell a repeat.
   */
  readonly mailId: string
}

/**
 * Sends the service's own mail.
 * @example
 * ```ts
 * import type { Mailer } from '@postrider/core/identity/ports/mailer'
 *
 * // Mail through a service that takes it over HTTP and recognises a repeat by its key.
 * const mailer: Mailer = {
 *   isConfigured: true,
 *   send: async ({ mailId, ...mail }) => {
 *     try {
 *       const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': mailId }
 *       const init = { method: 'POST', headers, body: JSON.stringify(mail), signal: AbortSignal.timeout(10_000) }
 *       const { status } = await fetch('https://mail.example.com/send', init)
 *       if (status < 300) return { outcome: 'sent' }
 *       return { outcome: status < 500 ? 'refused' : 'later', cause: `it answered ${status}` }
 *     } catch {
 *       return { outcome: 'later', cause: 'it did not answer' }
 *     }
 *   },
 *   check: async () => undefined,
 *   close: async () => undefined,
 * }
 * ```
 */
export interface Mailer {
  /** Whether a mail server was configured; without one nothing is sent and mails wait. */
  readonly isConfigured: boolean
  /**
   * Hands the mail to the server and says what became of it, with a cause that names no address. Never rejects.
   * `later` may also be said of a mail that the server took: it is then sent twice, under the same Message-ID.
   */
  send(mail: Mail): Promise<{ readonly outcome: MailOutcome; readonly cause?: string }>
  /** Connects, secures and logs in, but sends nothing. A sentence about what is wrong; undefined: all is well. */
  check(): Promise<string | undefined>
  /** Waits a moment for the mails under way, then cuts them off: they are for later. */
  close(): Promise<void>
}
