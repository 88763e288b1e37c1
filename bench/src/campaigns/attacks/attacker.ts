import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { ATTACKER_ADDRESS, type AttackName, type AttackOrder } from './attack.js'
import { widestBatch } from './widest-body.js'

/**
 * An attacker in its own process, so that its memory and its files don't count; it runs until it is killed.
 */

const BODIES = 60
const ONE_BYTE = Buffer.from('1\r\n \r\n')
const ONCE_A_SECOND_MS = 1000
/** Connections opened at a time, so that the system's accept queue isn't tested instead. */
const AT_A_TIME = 100

const LETTER_EVERY_MS = 2_000

const { name, at: target, port, count, largest, widest } = JSON.parse(process.argv[2] ?? '') as AttackOrder

const LARGEST = `GET ${largest} HTTP/1.1\r\nHost: x\r\n\r\n`
/** The repeated request for the port, and the destination of its bodies. */
const ASKED = target === 'bounces' ? 'NOOP\r\n' : LARGEST
const TAKES_BODIES = target === 'api' ? '/v1/sessions' : '/sign-in'

const open = (): Socket => {
  const socket = connect({ port, host: '127.0.0.1', localAddress: ATTACKER_ADDRESS })
  return socket.on('error', () => undefined)
}

/** A connection that reads nothing. */
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
      `POST ${TAKES_BODIES} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`,
    )
  socket.write(chunks)
}

const sayLetters = (): void => {
  const socket = open().resume()
  const saying = setInterval(() => socket.write(target === 'bounces' ? 'N' : 'G'), LETTER_EVERY_MS)
  socket.on('close', () => clearInterval(saying))
}

const answers: Record<string, number> = {}

/** Sends the body and resolves with the time to wait until the next one. */
const sendWidest = (body: string, credential: string): Promise<number> =>
  new Promise((resolve) => {
    const head =
      `POST /v1/messages/batch HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${credential}\r\n` +
      `Idempotency-Key: widest-${Math.random()}\r\nContent-Type: application/json\r\nConnection: close\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n`
    let answer = ''
    const socket = open().on('data', (piece) => (answer += String(piece)))
    socket.on('close', () => {
      const status = /^HTTP\/1\.1 (\d+)/.exec(answer)?.[1] ?? 'none'
      answers[status] = (answers[status] ?? 0) + 1
      resolve(Number(/^retry-after: (\d+)/im.exec(answer)?.[1] ?? 0) * ONCE_A_SECOND_MS)
    })
    socket.write(head + body)
  })

const sendWidestFor = async (body: string, credential: string): Promise<void> => {
  for (;;) await pause(await sendWidest(body, credential))
}

const sendMail = (mail: string): Promise<void> =>
  new Promise((resolve) => {
    const lines = [
      'EHLO x',
      'MAIL FROM:<>',
      'RCPT TO:<complaints@bounces.example.com>',
      'DATA',
      `${mail}\r\n.`,
    ]
    const socket = open().on('close', () => resolve())
    socket.on('data', (answer) => {
      if (/^\d{3}-/.test(String(answer)) && !/\n\d{3} /.test(String(answer))) return
      const next = lines.shift()
      if (next === undefined) socket.destroy()
      else socket.write(`${next}\r\n`)
    })
  })

/** Repeats as soon as all have a response, with a short pause. */
const againAndAgain = async (one: () => Promise<void>): Promise<void> => {
  for (;;) {
    await Promise.all(Array.from({ length: count }, one))
    await pause(ONCE_A_SECOND_MS / 4)
  }
}

const attacks: Readonly<Record<AttackName, () => Promise<void>>> = {
  pipelined: async () => {
    for (;;) {
      openDeaf().write(ASKED.repeat(count))
      await pause(ONCE_A_SECOND_MS)
    }
  },
  readers: () => manyOf(count, () => void openDeaf().write(LARGEST.repeat(4))),
  idle: () => manyOf(count, () => void open()),
  letters: () => manyOf(count, sayLetters),
  chunks: () => manyOf(BODIES, sendChunks),
  recoveries: async () => {
    for (;;) {
      for (let at = 0; at < count; at += 1) recover(at)
      await pause(ONCE_A_SECOND_MS)
    }
  },
  bodies: async () => {
    const body = widestBatch(widest)
    await Promise.all(widest.credentials.slice(0, count).map((credential) => sendWidestFor(body, credential)))
  },
  mails: () => {
    const type = 'multipart/report; report-type=feedback-report; boundary=x'
    const lines = '\r\n'.repeat(120_000)
    const mail = `Content-Type: ${type}\r\n\r\n--x\r\nContent-Type: text/plain\r\n\r\n${lines}--x--`
    return againAndAgain(() => sendMail(mail))
  },
}

process.on('disconnect', () => process.exit(0))
process.on('message', (order) => {
  if (order === 'begin') void attacks[name]()
  else process.send?.(answers)
})
process.send?.('ready')
