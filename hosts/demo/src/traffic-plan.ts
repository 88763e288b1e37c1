import type { DemoText } from './demo-templates.js'

/** A message of the traffic: its template, its recipient and its client reference. */
interface PlannedMessage {
  readonly template: DemoText
  readonly to: string
  readonly clientReference: string
}

/** An OTP of the traffic, and whether its recipient enters it. */
interface PlannedOtp {
  readonly template: 'otpSms'
  readonly to: string
  readonly isEntered: boolean
}

/** The traffic ends after this many messages, so that an unattended demo doesn't fill a disk. */
export const MOST_MESSAGES = 5_000

/**
 * The templates and recipients in turn: each country with a price, and each channel. The last four digits are
 * added later.
 */
const ROUND: readonly (readonly [(PlannedMessage | PlannedOtp)['template'], string])[] = [
  ['smsIndia', '+91987650'],
  ['whatsapp', '+91982001'],
  ['sms', '+44740012'],
  ['email', 'priya'],
  ['otpSms', '+91993007'],
  ['smsIndia', '+91704218'],
  ['whatsapp', '+44740034'],
  ['smsIndia', '+91882643'],
  ['otpSms', '+44740056'],
  ['sms', '+1202555'],
  ['email', 'arjun'],
]

/**
 * The outcomes that destinations choose (docs/api/sandbox#sandbox-outcomes): each ending, and the interval at
 * which it is used.
 */
const OUTCOMES: readonly (readonly [string, number])[] = [
  ['0003', 31],
  ['0002', 13],
  ['0005', 23],
  ['0001', 37],
  ['0006', 41],
  ['0004', 47],
  ['0007', 53],
]

/** An early start, so that an unknown outcome appears within seconds. */
const FIRST_OUTCOME = 2

/**
 * One of this many codes isn't entered, far fewer than what raises a suspicion of toll fraud
 * (docs/api/otp#sms-pumping).
 */
const ONE_CODE_UNUSED_OF = 5

const FIRST_PLAIN_ENDING = 1_000
const PLAIN_ENDINGS = 9_000

const FIRST_ORDER = 10_025

/**
 * The message of a turn, counted from 0. If no outcome is requested, the fraction of 1 chooses the recipient,
 * because the number of codes per recipient is limited.
 */
export const trafficAt = (turn: number, fraction: number): PlannedMessage | PlannedOtp => {
  const [template, prefix] = ROUND[turn % ROUND.length] ?? ['email', 'priya']
  const plain = String(FIRST_PLAIN_ENDING + Math.floor(fraction * PLAIN_ENDINGS))
  const round = Math.floor(turn / ROUND.length)
  if (template === 'otpSms')
    return { template, to: `${prefix}${plain}`, isEntered: round % ONE_CODE_UNUSED_OF !== 0 }
  const [outcome] = OUTCOMES.find(([, every]) => turn % every === FIRST_OUTCOME) ?? []
  const clientReference = `order-${FIRST_ORDER + turn}`
  if (template !== 'email') return { template, to: `${prefix}${outcome ?? plain}`, clientReference }
  const localPart = outcome === undefined ? `${prefix}.${plain}` : `${prefix}+${outcome}`
  return { template, to: `${localPart}@example.com`, clientReference }
}
