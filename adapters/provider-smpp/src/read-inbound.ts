import type { InboundMessage } from '@postrider/core/providers/domain/inbound/inbound-message'
import type { InboundPart } from '@postrider/core/providers/domain/inbound/inbound-part'
import type { SmsAlphabet, SmsOctets } from '@postrider/core/channels/sms/inbound-octets'
import { writerNumber } from '@postrider/core/providers/domain/inbound/writer-number'
import { bytesIn, type IncomingPdu, numberIn, textIn } from './pdu.js'
import type { SmppSettings } from './smpp-settings.js'
import { readUserData, type TextPlace } from './user-data.js'

/** An inbound text, or a part of one. */
export interface InboundSms extends Pick<InboundMessage, 'to' | 'from' | 'raw'>, SmsOctets {
  /** The position of a part; undefined if it is a whole text. */
  readonly place: Pick<InboundPart, 'reference' | 'total' | 'number'> | undefined
}

const HAS_HEADER = 0x40

/** The place of a part from optional parameters. */
const placeBeside = (pdu: IncomingPdu): TextPlace | undefined => {
  const reference = numberIn(pdu, 'sar_msg_ref_num')
  const total = numberIn(pdu, 'sar_total_segments')
  const number = numberIn(pdu, 'sar_segment_seqnum')
  return reference === undefined || total === undefined || number === undefined
    ? undefined
    : { reference: `sar:${reference}`, total, number }
}

const inOrder = (place: TextPlace | undefined): TextPlace | undefined =>
  place !== undefined && place.total > 1 && place.number >= 1 && place.number <= place.total
    ? place
    : undefined

const [BINARY, UCS2, LATIN1] = ['binary', 'ucs2', 'latin1'] as const

/** The alphabets of SMPP's own codings (SMPP 3.4, 5.2.19), below 0x10. */
const BY_CODING: ReadonlyMap<number, SmsAlphabet['name']> = new Map([
  [1, LATIN1],
  [2, BINARY],
  [3, LATIN1],
  [4, BINARY],
  [8, UCS2],
])

/** The alphabets of the general group, by the bits of the alphabet (3GPP TS 23.038, section 4). */
const BY_BITS: ReadonlyArray<SmsAlphabet['name'] | undefined> = [undefined, BINARY, UCS2, undefined]

/** The alphabet of a `data_coding`; undefined: the default one. Values from 0x10 on are those of the network. */
const namedAlphabet = (coding: number): SmsAlphabet['name'] | undefined => {
  if (coding < 0x10) return BY_CODING.get(coding)
  if (coding < 0x40) return BY_BITS[(coding >> 2) & 0x03]
  if (coding >= 0xf0) return (coding & 0x04) === 0 ? undefined : BINARY
  return coding >= 0xe0 ? UCS2 : undefined
}

/** Reads a `deliver_sm` or `data_sm` that isn't a receipt: an inbound message, or a part of one. */
export const readInbound = (
  pdu: IncomingPdu,
  { defaultAlphabet }: Pick<SmppSettings, 'defaultAlphabet'>,
): InboundSms => {
  const esmClass = numberIn(pdu, 'esm_class') ?? 0
  const coding = numberIn(pdu, 'data_coding') ?? 0
  const short = bytesIn(pdu, 'short_message')
  const body = short !== undefined && short.length > 0 ? short : bytesIn(pdu, 'message_payload')
  const { text, place, shifts } = readUserData(body ?? Buffer.alloc(0), (esmClass & HAS_HEADER) !== 0)
  const name = namedAlphabet(coding) ?? defaultAlphabet
  const from = textIn(pdu, 'source_addr')
  return {
    to: textIn(pdu, 'destination_addr'),
    from: from === '' ? undefined : writerNumber(from),
    alphabet: name === 'gsm7' ? { name, ...shifts } : { name },
    octets: text.toString('hex'),
    raw: `esm_class:${esmClass} data_coding:${coding} source_addr_ton:${numberIn(pdu, 'source_addr_ton') ?? 0}`,
    place: inOrder(place ?? placeBeside(pdu)),
  }
}
