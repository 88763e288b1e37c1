import type { EpochMs } from '../../../kernel/time/epoch-ms.js'
import { type MailText, mailText } from './mail-text.js'
import { timeInMail } from './time-in-mail.js'

/** Why sessions ended without an action of their owner. */
export type SessionsEndReason = 'refresh_token_reused' | 'ended_by_operator'

const REASONS: Readonly<Record<SessionsEndReason, string>> = {
  refresh_token_reused:
    'A refresh token, which renews a session, was used twice. This happens if a session was copied, or if a program ' +
    'keeps an old token. Postrider can’t tell which, so all sessions of that sign-in have ended.',
  ended_by_operator:
    'The team that runs Postrider for you ended all your sessions in the API, the website and the console. Your password still works.',
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
    'You can sign in again at once. If you don’t expect this, set a new password, which also ends all your other sessions. ' +
      'If it happens again, contact the team that runs Postrider for you.',
  ])
