import type { InboundMessage } from '@postrider/core/providers/domain/inbound/inbound-message'
import { gsm7Text } from '@postrider/core/channels/sms/gsm7'
import { writerNumber } from '@postrider/core/providers/domain/inbound/writer-number'
import { bytesIn, type IncomingPdu, numberIn, textIn } from './pdu.js'
import type { SmppSettings } from './smpp-settings.js'

/** An inbound text, or a part of it. */
export interface InboundPart extends Pick<InboundMessage, 'to' | 'from' | 'text' | 'raw'> {
  /** The number of the part, the total, and the common reference; undefined if it is a whole text. */
  readonly part: { readonly reference: number; readonly total: number; readonly number: number } | undefined
  /** Other parts of the text are missing. */
  readonly isIncomplete?: true
}

const HAS_HEADER = 0x40
const [ONE_OCTET, TWO_OCTETS] = [0x00, 0x08]

/**
 * The user data header before a text that is one of several parts (3GPP TS 23.040, 9.2.3.24), and the text.
 */
const withoutHeader = (bytes: Buffer): readonly [header: Buffer, text: Buffer] => {
  const end = 1 + (bytes[0] ?? 0)
  return end > bytes.length ? [Buffer.alloc(0), bytes] : [bytes.subarray(1, end), bytes.subarray(end)]
}

/** The element of a header with the part number. */
const partIn = (header: Buffer): InboundPart['part'] => {
  for (let at = 0; at + 2 <= header.length;) {
    const [kind = 0, length = 0] = [header[at], header[at + 1]]
    const value = header.subarray(at + 2, at + 2 + length)
    if (kind === ONE_OCTET && value.length === 3)
      return { reference: value.readUInt8(0), total: value.readUInt8(1), number: value.readUInt8(2) }
    if (kind === TWO_OCTETS && value.length === 4)
      return { reference: value.readUInt16BE(0), total: value.readUInt8(2), number: value.readUInt8(3) }
    at += 2 + length
  }
  return undefined
}

/** The same from optional parameters. */
const partBeside = (pdu: IncomingPdu): InboundPart['part'] => {
  const reference = numberIn(pdu, 'sar_msg_ref_num')
  const total = numberIn(pdu, 'sar_total_segments')
  const number = numberIn(pdu, 'sar_segment_seqnum')
  return reference === undefined || total === undefined || number === undefined
    ? undefined
    : { reference, total, number }
}

const inOrder = (part: InboundPart['part']): InboundPart['part'] =>
  part !== undefined && part.total > 1 && part.number >= 1 && part.number <= part.total ? part : undefined

/** A text by its `data_coding` (SMPP 3.4, 5.2.19); empty if it is binary data. */
const textOf = (
  bytes: Buffer,
  coding: number,
  { defaultAlphabet }: Pick<SmppSettings, 'defaultAlphabet'>,
): string => {
  if (coding === 8) return new TextDecoder('utf-16be').decode(bytes)
  if (coding === 2 || coding === 4) return ''
  if (coding === 1 || coding === 3 || defaultAlphabet === 'latin1') return bytes.toString('latin1')
  return gsm7Text(bytes)
}

/** Reads a `deliver_sm` that isn't a receipt: an inbound message. */
export const readInboundPart = (
  pdu: IncomingPdu,
  settings: Pick<SmppSettings, 'defaultAlphabet'>,
): InboundPart => {
  const esmClass = numberIn(pdu, 'esm_class') ?? 0
  const coding = numberIn(pdu, 'data_coding') ?? 0
  const short = bytesIn(pdu, 'short_message')
  const body = short !== undefined && short.length > 0 ? short : bytesIn(pdu, 'message_payload')
  const bytes = body ?? Buffer.alloc(0)
  const [header, text] = (esmClass & HAS_HEADER) === 0 ? [Buffer.alloc(0), bytes] : withoutHeader(bytes)
  const from = textIn(pdu, 'source_addr')
  return {
    to: textIn(pdu, 'destination_addr'),
    from: from === '' ? undefined : writerNumber(from),
    text: textOf(text, coding, settings),
    raw: `esm_class:${esmClass} data_coding:${coding} source_addr_ton:${numberIn(pdu, 'source_addr_ton') ?? 0}`,
    part: inOrder(partIn(header) ?? partBeside(pdu)),
  }
}
