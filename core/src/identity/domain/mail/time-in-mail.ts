import { type EpochMs, isoTime } from '../../../kernel/time/epoch-ms.js'

const MONTHS = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October',
  'November', 'December'] // prettier-ignore

/** A moment as people write it, in UTC: `5 January 2026 at 09:07 UTC`. */
export const timeInMail = (at: EpochMs): string => {
  const iso = isoTime(at)
  const month = MONTHS[Number(iso.slice(5, 7)) - 1]
  return `${Number(iso.slice(8, 10))} ${month} ${iso.slice(0, 4)} at ${iso.slice(11, 16)} UTC`
}

/** A number of things: `1 minute`, `30 minutes`. */
export const counted = (count: number, thing: string): string => `${count} ${thing}${count === 1 ? '' : 's'}`
