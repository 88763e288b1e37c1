import type { Gsm7Shifts } from '@postrider/core/channels/sms/gsm7'
import type { InboundPart } from '@postrider/core/providers/domain/inbound/inbound-part'

/** The position of a part in its text. */
export type TextPlace = Pick<InboundPart, 'reference' | 'total' | 'number'>

/** The user data of an SMS: its text, and the contents of its header. */
interface UserData {
  readonly text: Buffer
  readonly place: TextPlace | undefined
  readonly shifts: Gsm7Shifts
}

/** Elements of the header (3GPP TS 23.040, 9.2.3.24). */
const [ONE_OCTET, TWO_OCTETS, SINGLE_SHIFT, LOCKING_SHIFT] = [0x00, 0x08, 0x24, 0x25]

/** The elements of a header, by their identifiers; the last one counts. */
const elementsIn = (header: Buffer): ReadonlyMap<number, Buffer> => {
  const found = new Map<number, Buffer>()
  for (let at = 0; at + 2 <= header.length;) {
    const [kind = 0, length = 0] = [header[at], header[at + 1]]
    found.set(kind, header.subarray(at + 2, at + 2 + length))
    at += 2 + length
  }
  return found
}

const placeIn = (elements: ReadonlyMap<number, Buffer>): TextPlace | undefined => {
  const [one, two] = [elements.get(ONE_OCTET), elements.get(TWO_OCTETS)]
  if (one?.length === 3)
    return { reference: `udh8:${one.readUInt8(0)}`, total: one.readUInt8(1), number: one.readUInt8(2) }
  if (two?.length === 4)
    return { reference: `udh16:${two.readUInt16BE(0)}`, total: two.readUInt8(2), number: two.readUInt8(3) }
  return undefined
}

/** Splits user data into its header, if it has one, and the text. */
export const readUserData = (bytes: Buffer, hasHeader: boolean): UserData => {
  const end = 1 + (bytes[0] ?? 0)
  if (!hasHeader || end > bytes.length) return { text: bytes, place: undefined, shifts: {} }
  const elements = elementsIn(bytes.subarray(1, end))
  const [singleShift, lockingShift] = [elements.get(SINGLE_SHIFT)?.[0], elements.get(LOCKING_SHIFT)?.[0]]
  return {
    text: bytes.subarray(end),
    place: placeIn(elements),
    shifts: {
      ...(singleShift === undefined ? {} : { singleShift }),
      ...(lockingShift === undefined ? {} : { lockingShift }),
    },
  }
}
