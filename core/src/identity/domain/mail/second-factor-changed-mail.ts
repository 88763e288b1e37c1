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
    'If it was you, there is nothing more to do.',
    'If it was not you, somebody else knows your password: choose a new Postrider password on the sign-in page, and ' +
      'tell the people who run Postrider for you.',
  ])
}
