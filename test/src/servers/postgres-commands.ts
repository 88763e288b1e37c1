import type { WireProtocol } from './wire-protocol.js'

const TYPE_BYTES = 1
const LENGTH_BYTES = 4
const QUERY = 'Q'.charCodeAt(0)

/** The first message has no type before its length; all others have one. */
const packetSplitter = (): ((chunk: Buffer) => Buffer[]) => {
  let rest: Buffer = Buffer.alloc(0)
  let before = 0
  return (chunk) => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    const packets: Buffer[] = []
    while (rest.length >= before + LENGTH_BYTES) {
      const size = before + rest.readUInt32BE(before)
      if (rest.length < size) break
      packets.push(rest.subarray(0, size))
      rest = rest.subarray(size)
      before = TYPE_BYTES
    }
    return packets
  }
}

const queryText = (packet: Buffer): string | undefined =>
  packet[0] === QUERY ? packet.toString('latin1', TYPE_BYTES + LENGTH_BYTES, packet.length - 1) : undefined

const CLOCK = 'STATEMENT_TIMESTAMP()'

const withSteppedClock = (packet: Buffer, byMs: number): Buffer => {
  const text = byMs === 0 ? undefined : queryText(packet)
  if (text?.includes(CLOCK) !== true) return packet
  const stepped = text.replaceAll(CLOCK, `(${CLOCK}+INTERVAL '${byMs} milliseconds')`)
  const body = Buffer.from(`${stepped}\0`, 'latin1')
  const header = Buffer.alloc(TYPE_BYTES + LENGTH_BYTES)
  header[0] = QUERY
  header.writeUInt32BE(LENGTH_BYTES + body.length, TYPE_BYTES)
  return Buffer.concat([header, body])
}

/** The simple query protocol of PostgreSQL clients. */
export const postgresProtocol: WireProtocol = {
  quitPacket: Buffer.from([0x58, 0, 0, 0, LENGTH_BYTES]),
  packetSplitter,
  queryText,
  withSteppedClock,
}
