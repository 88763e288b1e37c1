import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { ATTACKER_ADDRESS, type AttackName, type AttackOrder } from './attack.js'

/** A stranger, in a process of its own so that its memory and its files are not counted; it goes on until it is ended. */

const LARGEST = 'GET /docs/swagger-ui-bundle.js HTTP/1.1\r\nHost: x\r\n\r\n'
const BODIES = 60
const ONE_BYTE = Buffer.from('1\r\n \r\n')
const ONCE_A_SECOND_MS = 1000
/** Connections that are opened at a time, so that the system's line of them is not what is tried. */
const AT_A_TIME = 100

const { name, port, count } = JSON.parse(process.argv[2] ?? '') as AttackOrder

const open = (): Socket => {
  const socket = connect({ port, host: '127.0.0.1', localAddress: ATTACKER_ADDRESS })
  return socket.on('error', () => undefined)
}

/** A connection that takes nothing of what is said to it. */
const openDeaf = (): Socket => open().pause()

const manyOf = async (times: number, make: (at: number) => void): Promise<void> => {
  for (let at = 0; at < times; at += 1) {
    make(at)
    if (at % AT_A_TIME === AT_A_TIME - 1) await pause(25)
  }
}

const recover = (at: number): void => {
  const body = JSON.stringify({ email: `nobody-${at}@example.com` })
  open()
    .resume()
    .write(
      `POST /v1/password-recovery HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n` +
        `Connection: close\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    )
}

const sendChunks = (): void => {
  const socket = open()
  const chunks = Buffer.alloc(ONE_BYTE.length * count, ONE_BYTE)
  socket
    .resume()
    .write(
      'POST /v1/sessions HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n',
    )
  socket.write(chunks)
}

const attacks: Readonly<Record<AttackName, () => Promise<void>>> = {
  pipelined: async () => {
    for (;;) {
      openDeaf().write(LARGEST.repeat(count))
      await pause(ONCE_A_SECOND_MS)
    }
  },
  readers: () => manyOf(count, () => void openDeaf().write(LARGEST.repeat(4))),
  idle: () => manyOf(count, () => void open()),
  chunks: () => manyOf(BODIES, sendChunks),
  recoveries: async () => {
    for (;;) {
      for (let at = 0; at < count; at += 1) recover(at)
      await pause(ONCE_A_SECOND_MS)
    }
  },
}

process.on('disconnect', () => process.exit(0))
process.once('message', () => void attacks[name]())
process.send?.('ready')
