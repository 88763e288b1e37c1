import type { EpochMs } from '../../../kernel/time/epoch-ms.js'
import { type MailText, mailText } from './mail-text.js'
import { timeInMail } from './time-in-mail.js'

/** Why sessions ended without their owner. */
export type SessionsEndReason = 'refresh_token_reused' | 'ended_by_operator'

const REASONS: Readonly<Record<SessionsEndReason, string>> = {
  refresh_token_reused:
    'A refresh token, by which a session is renewed, was used twice. That happens when a session was copied, and ' +
    'now and then when a program keeps an old one. Nobody can tell which, so every session of that sign-in has ended.',
  ended_by_operator:
    'The people who run Postrider for you ended all your sessions, at the API, the website and the console. Your password still works.',
}

interface Facts {
  readonly atMs: EpochMs
  readonly why: SessionsEndReason
}

/** The notice that the service ended the sessions of a sign-in (docs/contract#refresh-tokens, RFC 9700 4.14). */
export const sessionsEndedMail = ({ atMs, why }: Facts): MailText =>
  mailText('You were signed out of Postrider', [
    `Sessions of your Postrider account were ended on ${timeInMail(atMs)}.`,
    REASONS[why],
    'You can sign in again at once. If this surprises you, choose a new password: that ends all your other sessions ' +
      'too. If it happens again, tell the people who run Postrider for you.',
  ])
