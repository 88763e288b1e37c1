import type { EpochMs } from '../../../kernel/time/epoch-ms.js'
import { type MailText, mailText } from './mail-text.js'
import { timeInMail } from './time-in-mail.js'

/** What changed, and when. */
interface FactorChange {
  readonly atMs: EpochMs
  readonly isOn: boolean
}

/** The notice that the second factor was turned on or removed (docs/contract#second-factors). */
export const secondFactorChangedMail = ({ atMs, isOn }: FactorChange): MailText => {
  const change = isOn ? 'turned on' : 'removed'
  return mailText(`The second factor of your Postrider account was ${change}`, [
    `The second factor of your Postrider account was ${change} on ${timeInMail(atMs)}, and your other sessions ended.`,
    'If you did this, no action is needed.',
    'If you didn’t do this, another person knows your password. Reset your Postrider password on the sign-in page, and ' +
      'contact the team that runs Postrider for you.',
  ])
}
