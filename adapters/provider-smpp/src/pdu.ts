import { tlvs, tlvsById, types } from 'smpp/lib/defs.js'
import { PDU } from 'smpp/lib/pdu.js'

/**
 * Optional parameters that are bytes here: what India's operators ask for (others use these numbers otherwise), and an identifier
 * that the library reads beyond its end where no zero ends it.
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

/** The library reads texts and times into what it takes them for; here bytes stay as they came, and leave as they were given. */
class PlainPdu extends PDU {
  protected override _filter(): void {}
}

/** A PDU that came. */
export interface IncomingPdu {
  /** `unreadable`: it has a header, and the rest says nothing; `unknown`: no command that there is. */
  readonly command: string
  readonly isResponse: boolean
  readonly status: number
  readonly sequence: number
  readonly fields: Readonly<Record<string, unknown>>
}

/** The values of a PDU that is sent: numbers, texts in ASCII, and bytes. */
export type PduFields = Readonly<Record<string, number | string | Buffer>>

/** The longest PDU that the library reads; a longer one is garbage. */
const LONGEST_PDU = 16_384
const HEADER = 16

/** A PDU in bytes. */
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

/** Cuts a stream of bytes into PDUs; throws where it is none. */
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

/** A text of a PDU; empty where it is missing. */
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
