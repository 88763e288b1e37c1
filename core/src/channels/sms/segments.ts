import { gsm7Septets } from './gsm7.js'

export const SMS_ENCODINGS = ['gsm7', 'ucs2'] as const

export type SmsEncoding = (typeof SMS_ENCODINGS)[number]

/** The encoding and segments of a text as SMS. */
export interface SmsLayout {
  readonly encoding: SmsEncoding
  /** Sent and charged segments; at least 1. */
  readonly segments: number
}

const GSM7 = { single: 160, part: 153 }
const UCS2 = { single: 70, part: 67 }

/** The maximum number of segments of a concatenated message: its header has one octet for the count. */
export const MAX_SMS_SEGMENTS = 255

const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff

/** Septets of the whole text, or undefined if a character is outside GSM-7. */
const totalSeptets = (text: string): number | undefined => {
  let total = 0
  for (let at = 0; at < text.length; at += 1) {
    const cost = gsm7Septets(text.charCodeAt(at))
    if (cost === 0) return undefined
    total += cost
  }
  return total
}

const ALONE: readonly number[] = [0]

/**
 * Fills segments one after another, and returns the start of each. An escape pair or surrogate pair is never
 * split.
 */
const fillParts = (
  text: string,
  room: number,
  costAt: (at: number) => { cost: number; units: number },
): readonly number[] => {
  const starts = [0]
  let used = 0
  for (let at = 0; at < text.length;) {
    const { cost, units } = costAt(at)
    if (used + cost > room) {
      starts.push(at)
      used = 0
    }
    used += cost
    at += units
  }
  return starts
}

/** The encoding of a text and the starts of its segments, in UTF-16 code units; the first is 0. */
interface Division {
  readonly encoding: SmsEncoding
  readonly starts: readonly number[]
}

const divide = (text: string, forced?: 'ucs2'): Division => {
  const total = totalSeptets(text)
  if (total !== undefined && forced === undefined) {
    const costAt = (at: number) => ({ cost: gsm7Septets(text.charCodeAt(at)), units: 1 })
    return { encoding: 'gsm7', starts: total <= GSM7.single ? ALONE : fillParts(text, GSM7.part, costAt) }
  }
  const costAt = (at: number) => {
    const units = isHighSurrogate(text.charCodeAt(at)) ? 2 : 1
    return { cost: units, units }
  }
  return { encoding: 'ucs2', starts: text.length <= UCS2.single ? ALONE : fillParts(text, UCS2.part, costAt) }
}

/**
 * Counts the segments of a text. GSM-7 with its extension table is used if it has every character (160
 * septets, or 153 per segment of a concatenation), else UCS-2 (70 and 67 code units). 3GPP TS 23.038 and
 * 23.040.
 */
export const smsLayout = (text: string): SmsLayout => {
  const { encoding, starts } = divide(text)
  return { encoding, segments: starts.length }
}

/**
 * The used and total capacity of a text's segments as {@link smsLayout} counts them: septets for GSM-7, else
 * UTF-16 code units.
 */
export const smsFilling = (text: string): { readonly filled: number; readonly room: number } => {
  const { encoding, segments } = smsLayout(text)
  const { single, part } = encoding === 'gsm7' ? GSM7 : UCS2
  return { filled: totalSeptets(text) ?? text.length, room: segments === 1 ? single : segments * part }
}

/**
 * The segments of a text as they are sent, in order: as many as {@link smsLayout} counts, together the whole
 * text. Each fits its encoding's segment size, and starts and ends with a whole character
 * (docs/api/money#prices). With `forced`, they are those of UCS-2, even if GSM-7 has every character.
 */
export const smsParts = (text: string, forced?: 'ucs2'): readonly string[] => {
  const { starts } = divide(text, forced)
  return starts.map((start, index) => text.slice(start, starts[index + 1]))
}
