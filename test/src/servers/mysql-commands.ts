import type { WireProtocol } from './wire-protocol.js'

const headerBytes = 4
const comQuit = 0x01
const comQuery = 0x03

/** COM_QUIT in wire format. */
const quitPacket = Buffer.from([1, 0, 0, 0, comQuit])

const packetSplitter = (): ((chunk: Buffer) => Buffer[]) => {
  let rest: Buffer = Buffer.alloc(0)
  return (chunk) => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    const packets: Buffer[] = []
    while (rest.length >= headerBytes) {
      const size = headerBytes + rest.readUIntLE(0, 3)
      if (rest.length < size) break
      packets.push(rest.subarray(0, size))
      rest = rest.subarray(size)
    }
    return packets
  }
}

/**
 * MySQL expects the number of attributes before each query, which is zero; MariaDB doesn't. No statement
 * starts with a zero byte.
 */
const noAttributes = Buffer.from([0, 1])

/** The start of the statements in a COM_QUERY packet. */
const textStart = (packet: Buffer): number => {
  const start = headerBytes + 1
  return packet.subarray(start, start + noAttributes.length).equals(noAttributes)
    ? start + noAttributes.length
    : start
}

/** The statements of a COM_QUERY packet. */
const queryText = (packet: Buffer): string | undefined =>
  packet[3] === 0 && packet[headerBytes] === comQuery
    ? packet.toString('latin1', textStart(packet))
    : undefined

const CLOCK = /UTC_TIMESTAMP\(3\)/g
const LONGEST_PACKET = 0xffffff

const withSteppedClock = (packet: Buffer, byMs: number): Buffer => {
  const text = byMs === 0 ? undefined : queryText(packet)
  if (text?.includes('UTC_TIMESTAMP(3)') !== true) return packet
  const stepped = text.replace(CLOCK, `(UTC_TIMESTAMP(3)+INTERVAL ${byMs}000 MICROSECOND)`)
  const body = Buffer.concat([
    packet.subarray(headerBytes, textStart(packet)),
    Buffer.from(stepped, 'latin1'),
  ])
  if (body.length >= LONGEST_PACKET) throw new Error('too long a statement to step the clock of')
  const header = Buffer.alloc(headerBytes)
  header.writeUIntLE(body.length, 0, 3)
  return Buffer.concat([header, body])
}

/** The protocol of MySQL and MariaDB clients. */
export const mysqlProtocol: WireProtocol = { quitPacket, packetSplitter, queryText, withSteppedClock }
