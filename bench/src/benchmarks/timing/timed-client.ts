import { connect } from 'node:net'
import { once } from 'node:events'

/** The parts of a response that an observer sees. */
export interface TimedAnswer {
  /** From the first byte of the request to the last of the response. */
  readonly ms: number
  readonly status: number
  /** Names and lengths of the headers, and the length of the body, which encryption doesn't hide. */
  readonly shape: string
  readonly body: string
}

/** One kept connection, so that only the response takes time. */
export interface TimedClient {
  ask(request: Buffer): Promise<TimedAnswer>
  close(): void
}

const HEADER_END = '\r\n\r\n'

const shapeOf = (head: string, body: string): string => {
  const [, ...headers] = head.split('\r\n')
  const lengths = headers.map((line) => {
    const colon = line.indexOf(':')
    return `${line.slice(0, colon).toLowerCase()} ${line.slice(colon + 1).trim().length}`
  })
  return [...lengths, `body ${Buffer.byteLength(body)}`].join(', ')
}

/** The head and body at the start of the bytes, or undefined while they are incomplete. */
const answerIn = (bytes: string): readonly [string, string] | undefined => {
  const end = bytes.indexOf(HEADER_END)
  if (end < 0) return undefined
  const head = bytes.slice(0, end)
  const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0)
  const body = bytes.slice(end + HEADER_END.length)
  return body.length >= length ? [head, body] : undefined
}

/** Connects. */
export const openTimedClient = async (port: number): Promise<TimedClient> => {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  await once(socket, 'connect')
  socket.setEncoding('latin1')
  return {
    ask: (request) =>
      new Promise((resolve, reject) => {
        let bytes = ''
        const done = (): void => {
          socket.off('data', take)
          socket.off('close', lost)
        }
        const lost = (): void => {
          done()
          reject(new Error('the connection ended before the answer'))
        }
        const take = (chunk: string): void => {
          const endedAtMs = performance.now()
          bytes += chunk
          const answer = answerIn(bytes)
          if (answer === undefined) return
          done()
          const [head, body] = answer
          const status = Number(head.slice(9, 12))
          resolve({ ms: endedAtMs - beganAtMs, status, shape: shapeOf(head, body), body })
        }
        socket.on('data', take)
        socket.once('close', lost)
        const beganAtMs = performance.now()
        socket.write(request)
      }),
    close: () => socket.destroy(),
  }
}
