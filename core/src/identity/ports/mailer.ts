import type { MailOutcome } from '../domain/mail/mail-job.js'

/** An email of the service itself: a recovery link, an invitation, a notice. */
export interface Mail {
  /** One address, without a display name (docs/api/conventions#email-addresses). */
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  /**
   * 1 to 64 letters, digits, `.`, `_` and `-`. It stays the same in repeated attempts and becomes the
   * Message-ID, so that receivers can recognize a repeat.
   */
  readonly mailId: string
}

/**
 * Sends the service's own emails.
 * @example
 * ```ts
 * import type { Mailer } from '@postrider/core/identity/ports/mailer'
 *
 * // Mail through a service that takes it over HTTP and recognizes a repeat by its key.
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
  /** Whether a mail server is configured; without one, nothing is sent and emails wait. */
  readonly isConfigured: boolean
  /**
   * Passes the email to the server and returns the outcome, with a cause that names no address. Never
   * rejects. `later` may be returned for an email that the server did accept: it is then sent twice, with the
   * same Message-ID.
   */
  send(mail: Mail): Promise<{ readonly outcome: MailOutcome; readonly cause?: string }>
  /** Connects, secures and logs in, but sends nothing. Returns the problem as a sentence; undefined: none. */
  check(): Promise<string | undefined>
  /** Waits briefly for emails in progress, then aborts them; they are sent later. */
  close(): Promise<void>
}
