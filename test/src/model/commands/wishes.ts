import fc from 'fast-check'
import type { Wish } from '../model.js'

/** The number of phone numbers in a run. */
const NUMBERS = 4

const to = fc.nat({ max: NUMBERS - 1 })
const isLong = fc.oneof({ weight: 4, arbitrary: fc.constant(false) }, fc.constant(true))
const hasTemplate = fc.oneof({ weight: 7, arbitrary: fc.constant(true) }, fc.constant(false))
const pricedChannel = fc.constantFrom('sms' as const, 'whatsapp' as const)
const channel = fc.oneof({ weight: 9, arbitrary: pricedChannel }, fc.constant('email' as const))

/** A message, sometimes on a channel that the credential lacks, or with an unknown template. */
export const wishes: fc.Arbitrary<Wish> = fc.record({ channel, to, isLong, hasTemplate })

/** A message that may contain an OTP. */
export const otpWishes: fc.Arbitrary<Wish> = fc.record({
  channel: pricedChannel,
  to,
  isLong: fc.constant(false),
  hasTemplate,
})

/** The message that is mostly sent with the key, so that most repeats of a key are replays. */
export const usualWish = (key: number): Wish => ({
  channel: key % 2 === 0 ? 'sms' : 'whatsapp',
  to: key % NUMBERS,
  isLong: key % 5 === 4,
  hasTemplate: true,
})

/** A short text for a wish. */
export const nameOf = ({ channel: by, to: number, isLong: long, hasTemplate: has }: Wish): string =>
  `${by}→${number}${long ? ' long' : ''}${has ? '' : ' without template'}`

/** The usual value of a key three times out of four, otherwise any. */
export const mostly = <A>(usual: A, any: fc.Arbitrary<A>): fc.Arbitrary<A> =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(usual) }, any)
