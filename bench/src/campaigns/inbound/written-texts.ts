import { gsm7Octets } from '@postrider/core/channels/sms/gsm7'
import type { PduFields } from '@postrider/provider-smpp/pdu'

/** A text that a person wrote, as the parts that an SMSC delivers. */
export interface WrittenText {
  readonly text: string
  readonly parts: readonly PduFields[]
}

/** Parts that an SMSC delivers one after another. */
export type Line = readonly PduFields[]

const ROOM = { gsm7: 153, ucs2: 134 }
const WORDS = ['please', 'send', 'the {order}', 'to my address', '€5', 'and never STOP', 'again', '[soon]']
const UCS2 = 8

const wordsFrom = (random: () => number, count: number): string =>
  Array.from({ length: count }, () => WORDS[Math.floor(random() * WORDS.length)]).join(' ')

/** Octets in parts of this size; a character may be cut between two of them. */
const cut = (octets: Buffer, room: number): readonly Buffer[] =>
  Array.from({ length: Math.ceil(octets.length / room) }, (_, at) =>
    octets.subarray(at * room, (at + 1) * room),
  )

/** The form of the reference: a header with one octet or two, or optional parameters. */
const FORMS = ['udh8', 'udh16', 'sar'] as const

const partOf = (
  form: (typeof FORMS)[number],
  reference: number,
  [total, number]: readonly [number, number],
  octets: Buffer,
): PduFields => {
  if (form === 'sar')
    return {
      sar_msg_ref_num: reference,
      sar_total_segments: total,
      sar_segment_seqnum: number,
      short_message: octets,
    }
  const header =
    form === 'udh8'
      ? [5, 0, 3, reference % 256, total, number]
      : [6, 8, 4, reference >> 8, reference % 256, total, number]
  return { esm_class: 0x40, short_message: Buffer.concat([Buffer.from(header), octets]) }
}

/** A long text with this serial number from this author to the sender ID. */
const writeText = (
  random: () => number,
  serial: number,
  { author, reference, to }: { readonly author: string; readonly reference: number; readonly to: string },
): WrittenText => {
  const isUcs2 = random() < 0.5
  const text = `Text ${serial}: ${wordsFrom(random, 20 + Math.floor(random() * 30))}${isUcs2 ? '😀'.repeat(70) : ''} (${serial})`
  const octets = isUcs2
    ? Buffer.from(text, 'utf16le').swap16()
    : Buffer.from(gsm7Octets(text) ?? new Uint8Array())
  const parts = cut(octets, isUcs2 ? ROOM.ucs2 : ROOM.gsm7)
  const form = FORMS[serial % FORMS.length] ?? 'udh8'
  const address = { source_addr: author, source_addr_ton: 1, destination_addr: to }
  return {
    text,
    parts: parts.map((part, at) => ({
      ...address,
      data_coding: isUcs2 ? UCS2 : 0,
      ...partOf(form, reference, [parts.length, at + 1], part),
    })),
  }
}

/** Two texts with the same number of parts and the same reference, whose parts alternate. */
const interleaved = (random: () => number, serial: number, to: string) => {
  const of = { author: `9198${`${serial}`.padStart(8, '0')}`, reference: serial % 256, to }
  const first = writeText(random, serial, of)
  for (;;) {
    const second = writeText(random, serial, of)
    const isSame = second.parts.length === first.parts.length
    if (
      !isSame ||
      second.text === first.text ||
      first.parts[0]?.['data_coding'] !== second.parts[0]?.['data_coding']
    )
      continue
    const line = first.parts.flatMap((part, at) => [part, second.parts[at] ?? part])
    return { texts: [first, second], lines: [line] }
  }
}

/** References have one octet at least. A person who writes more texts uses them again while parts are expected. */
const TEXTS_OF_AN_AUTHOR = 256

/** The parts of one text, which arrive in any order. */
const scattered = (random: () => number, serial: number, to: string) => {
  const author = `91987654${`${Math.floor(serial / TEXTS_OF_AN_AUTHOR)}`.padStart(4, '0')}`
  const text = writeText(random, serial, { author, reference: serial, to })
  return { texts: [text], lines: text.parts.map((part) => [part]) }
}

/**
 * Long texts to a sender ID, and the lines in which their parts are delivered. Most are scattered over all lines;
 * each fourth one is interleaved with another text that has the same reference.
 */
export const writeTexts = (random: () => number, count: number, to: string) => {
  const written = Array.from({ length: count }, (_, at) =>
    at % 4 === 3 ? interleaved(random, at + 1, to) : scattered(random, at + 1, to),
  )
  return {
    texts: written.flatMap(({ texts }) => texts.map(({ text }) => text)),
    lines: written.flatMap(({ lines }): readonly Line[] => lines),
  }
}
