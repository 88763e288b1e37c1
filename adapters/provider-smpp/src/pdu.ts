import { tlvs, tlvsById, types } from 'smpp/lib/defs.js'
import { PDU } from 'smpp/lib/pdu.js'

/**
 * Optional parameters that are bytes here: those that India's carriers require (others use these numbers
 * differently), and an identifier that the library reads beyond its end if it isn't null-terminated.
 */
const BYTES = {
  dlt_entity_id: 0x1400,
  dlt_template_id: 0x1401,
  dlt_chain: 0x1402,
  receipted_message_id: 0x1e,
}

for (const [tag, id] of Object.entries(BYTES)) {
  const definition = { id, tag, type: types.tlv.buffer }
  tlvs[tag] = definition
  tlvsById[id] = definition
}

/** The library converts texts and times to its own types; here bytes stay as they were received or given. */
class PlainPdu extends PDU {
  protected override _filter(): void {}
}

/** A received PDU. */
export interface IncomingPdu {
  /** `unreadable`: it has a header, and the rest is invalid; `unknown`: no known command. */
  readonly command: string
  readonly isResponse: boolean
  readonly status: number
  readonly sequence: number
  readonly fields: Readonly<Record<string, unknown>>
}

/** The values of a PDU to send: numbers, texts in ASCII, and bytes. */
export type PduFields = Readonly<Record<string, number | string | Buffer>>

/** The longest PDU that the library reads; a longer one is garbage. */
const LONGEST_PDU = 16_384
const HEADER = 16

/** Encodes a PDU. */
export const encodePdu = (command: string, sequence: number, fields: PduFields, status = 0): Buffer =>
  new PlainPdu(command, { ...fields, sequence_number: sequence, command_status: status }).toBuffer()

const decode = (bytes: Buffer): IncomingPdu => {
  const header = {
    isResponse: bytes.readUInt32BE(4) >= 0x80000000,
    status: bytes.readUInt32BE(8),
    sequence: bytes.readUInt32BE(12),
  }
  try {
    const fields = new PlainPdu(bytes)
    return { ...header, command: String(fields['command']), fields }
  } catch {
    return { ...header, command: 'unreadable', fields: {} }
  }
}

/** Splits a stream of bytes into PDUs; throws if it isn't one. */
export const createPduReader = (take: (pdu: IncomingPdu) => void) => {
  let rest: Buffer = Buffer.alloc(0)
  return (chunk: Buffer): void => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    while (rest.length >= 4) {
      const length = rest.readUInt32BE(0)
      if (length < HEADER || length > LONGEST_PDU) throw new Error('the SMSC sent a malformed PDU')
      if (rest.length < length) return
      const pdu = rest.subarray(0, length)
      rest = rest.subarray(length)
      take(decode(pdu))
    }
  }
}

/** A text of a PDU; empty if it is missing. */
export const textIn = ({ fields }: IncomingPdu, name: string): string => {
  const value = fields[name]
  return typeof value === 'string' ? value : ''
}

/** A number of a PDU. */
export const numberIn = ({ fields }: IncomingPdu, name: string): number | undefined => {
  const value = fields[name]
  return typeof value === 'number' ? value : undefined
}

/** Bytes of a PDU. */
export const bytesIn = ({ fields }: IncomingPdu, name: string): Buffer | undefined => {
  const value = fields[name]
  return Buffer.isBuffer(value) ? value : undefined
}
