import { gsm7Septets } from './gsm7.js'

export const SMS_ENCODINGS = ['gsm7', 'ucs2'] as const

export type SmsEncoding = (typeof SMS_ENCODINGS)[number]

/** How a text travels as SMS. */
export interface SmsLayout {
  readonly encoding: SmsEncoding
  /** Parts that are sent and charged; at least 1. */
  readonly segments: number
}

const GSM7 = { single: 160, part: 153 }
const UCS2 = { single: 70, part: 67 }

/** The most parts that a concatenated message can have: its header counts in one octet. */
export const MAX_SMS_SEGMENTS = 255

const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff

/** Septets of the whole text, or undefined where a character is outside GSM-7. */
const totalSeptets = (text: string): number | undefined => {
  let total = 0
  for (let at = 0; at < text.length; at += 1) {
    const cost = gsm7Septets(text.charCodeAt(at))
    if (cost === 0) return undefined
    total += cost
  }
  return total
}

/** Fills parts one after another; what counts as one (an escape pair, a surrogate pair) is never divided. */
const countParts = (
  text: string,
  room: number,
  costAt: (at: number) => { cost: number; units: number },
): number => {
  let parts = 1
  let used = 0
  for (let at = 0; at < text.length;) {
    const { cost, units } = costAt(at)
    if (used + cost > room) {
      parts += 1
      used = 0
    }
    used += cost
    at += units
  }
  return parts
}

/**
 * Counts the segments of a text: GSM-7 with its extension table where every character is in it (160 septets
 * alone, 153 in each part of a concatenation), else UCS-2 (70 and 67 code units). 3GPP TS 23.038 and 23.040.
 */
export const smsLayout = (text: string): SmsLayout => {
  const total = totalSeptets(text)
  if (total !== undefined) {
    if (total <= GSM7.single) return { encoding: 'gsm7', segments: 1 }
    const costAt = (at: number) => ({ cost: gsm7Septets(text.charCodeAt(at)), units: 1 })
    return { encoding: 'gsm7', segments: countParts(text, GSM7.part, costAt) }
  }
  if (text.length <= UCS2.single) return { encoding: 'ucs2', segments: 1 }
  const costAt = (at: number) => {
    const units = isHighSurrogate(text.charCodeAt(at)) ? 2 : 1
    return { cost: units, units }
  }
  return { encoding: 'ucs2', segments: countParts(text, UCS2.part, costAt) }
}
