import { createSocket } from 'node:dgram'
import { once } from 'node:events'

const HEADER = 12
const TXT = 16
const [NO_ERROR, NAME_ERROR] = [0, 3]

/** The name and type of the only question of a query (RFC 1035, 4.1.2), and where it ends. */
const questionIn = (
  query: Buffer,
): { readonly name: string; readonly type: number; readonly end: number } => {
  const labels: string[] = []
  let at = HEADER
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 }
}

const uint16 = (value: number): Buffer => {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16BE(value)
  return bytes
}

/** A TXT record at the name of the question, in parts of at most 255 octets. */
const answerOf = (text: string): Buffer => {
  const parts = text.match(/[^]{1,255}/g) ?? ['']
  const data = Buffer.concat(
    parts.map((part) => Buffer.concat([Buffer.from([part.length]), Buffer.from(part, 'latin1')])),
  )
  const ttl = Buffer.alloc(4)
  return Buffer.concat([uint16(0xc0_0c), uint16(TXT), uint16(1), ttl, uint16(data.length), data])
}

/**
 * Starts a DNS server on UDP at loopback with these TXT records. Names without an entry don't exist; a name
 * with `undefined` gets no response.
 */
export const startDnsServer = async (records: Readonly<Record<string, readonly string[] | undefined>>) => {
  const socket = createSocket('udp4')
  const asked: string[] = []
  socket.on('message', (query, { port, address }) => {
    const { name, type, end } = questionIn(query)
    asked.push(name)
    const exists = Object.hasOwn(records, name)
    const texts = records[name]
    if (exists && texts === undefined) return
    const answers = type === TXT ? (texts ?? []) : []
    const flags = 0x81_80 | (exists ? NO_ERROR : NAME_ERROR)
    const header = [
      query.subarray(0, 2),
      uint16(flags),
      uint16(1),
      uint16(answers.length),
      uint16(0),
      uint16(0),
    ]
    socket.send(
      Buffer.concat([...header, query.subarray(HEADER, end), ...answers.map(answerOf)]),
      port,
      address,
    )
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return {
    address: `127.0.0.1:${socket.address().port}`,
    asked,
    close: async (): Promise<void> => {
      socket.close()
      await once(socket, 'close')
    },
  }
}
