import type { EpochMs } from '../../../kernel/time/epoch-ms.js'
import type { Product } from '../../../kernel/texts/product.js'
import { type MailText, mailText } from './mail-text.js'
import { timeInMail } from './time-in-mail.js'

/** Why sessions ended without an action of their owner. */
export type SessionsEndReason = 'refresh_token_reused' | 'ended_by_operator'

const reasons = (product: string): Readonly<Record<SessionsEndReason, string>> => ({
  refresh_token_reused:
    'A refresh token, which renews a session, was used twice. This happens if a session was copied, or if a program ' +
    `keeps an old token. ${product} can’t tell which, so all sessions of that sign-in have ended.`,
  ended_by_operator:
    'Support ended all your sessions in the API, the website and the console. Your password still works.',
})

interface Facts {
  readonly atMs: EpochMs
  readonly why: SessionsEndReason
}

/**
 * The notice that the service ended the sessions of a sign-in (docs/api/sign-in#refresh-tokens, RFC 9700
 * 4.14).
 */
export const sessionsEndedMail = (product: Product, { atMs, why }: Facts): MailText =>
  mailText(product, `You were signed out of ${product.name}`, [
    `Sessions of your ${product.name} account were ended on ${timeInMail(atMs)}.`,
    reasons(product.name)[why],
    'You can sign in again at once. If you don’t expect this, set a new password, which also ends all your other sessions. ' +
      'If it happens again, contact support.',
  ])
