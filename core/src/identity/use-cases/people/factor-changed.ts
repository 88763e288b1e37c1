import type { User } from '../../domain/people/user.js'
import type { EpochMs } from '../../../kernel/time/epoch-ms.js'
import type { MailCommand } from '../mails/add-mail.js'

/**
 * The email that notifies people that their second factor was turned on or off
 * (docs/api/sign-in#second-factors).
 */
export const factorChanged = (
  { email, emailKey }: Pick<User, 'email' | 'emailKey'>,
  isOn: boolean,
  atMs: EpochMs,
): MailCommand => ({ content: { kind: 'second_factor_changed', email, atMs, isOn }, emailKey })
