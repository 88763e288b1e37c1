import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { checkResponse } from '../../contracts/check-response.js'

/** A response as tests see it. `body` is the parsed JSON, or the text if it isn't JSON. */
export interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
}

/** The headers and the body of a request. */
export interface Sent {
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Buffer
  /** The loopback address of the connection. Default: 127.0.0.1. */
  readonly from?: string
}

const bodyOf = (text: string, contentType = ''): unknown =>
  contentType.startsWith('application/json') && text !== '' ? JSON.parse(text) : text

/** Whether another protocol than the API serves the target. */
const isGuest = (target: string): boolean => /^\/mcp\/?(\?|$)/.test(target)

/** Checks that the contract describes every response of every test. HEAD has no body to check. */
const checked = (method: string, target: string, reply: Reply): Reply => {
  if (method !== 'HEAD' && !isGuest(target))
    checkResponse(method, target, reply.status, reply.headers, reply.body)
  return reply
}

/** Sends one request on its own connection and checks the response against the contract. */
export const call = (port: number, method: string, target: string, sent: Sent = {}): Promise<Reply> =>
  new Promise((resolve, reject) => {
    const { headers = {}, body, from = '127.0.0.1' } = sent
    const length = body === undefined ? {} : { 'Content-Length': Buffer.byteLength(body) }
    const request = httpRequest(
      {
        host: '127.0.0.1',
        localAddress: from,
        port,
        method,
        path: target,
        agent: false,
        headers: { ...length, ...headers },
      },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () => {
          const held = Object.entries(response.headers).map(([name, value]) => [name, String(value)])
          const text = Buffer.concat(chunks).toString('utf8')
          const reply = {
            status: response.statusCode ?? 0,
            headers: Object.fromEntries(held) as Record<string, string>,
            body: bodyOf(text, response.headers['content-type']),
          }
          try {
            resolve(checked(method, target, reply))
          } catch (cause) {
            reject(cause)
          }
        })
      },
    )
    request.on('error', reject)
    request.end(body)
  })

/** Splits received bytes into responses by Content-Length. */
const repliesIn = (bytes: Buffer): readonly Reply[] => {
  const replies: Reply[] = []
  let rest = bytes
  while (rest.length > 0) {
    const end = rest.indexOf('\r\n\r\n')
    if (end < 0) throw new Error(`no response: ${rest.toString('latin1')}`)
    const [first = '', ...lines] = rest.subarray(0, end).toString('latin1').split('\r\n')
    const headers = Object.fromEntries(
      lines.map((line) => [
        line.slice(0, line.indexOf(':')).toLowerCase(),
        line.slice(line.indexOf(':') + 1).trim(),
      ]),
    )
    const from = end + 4
    const status = Number(first.split(' ')[1])
    const length = Number(headers['content-length'] ?? 0)
    const text = rest.subarray(from, from + length).toString('utf8')
    if (status !== 100) replies.push({ status, headers, body: bodyOf(text, headers['content-type']) })
    rest = rest.subarray(from + length)
  }
  return replies
}

/** How long a response may take while others use the processors, and how long to wait for further bytes. */
const ANSWER_WITHIN_MS = 10_000
const QUIET_MS = 300

/** Whether this number of complete responses has arrived. */
const hasReplies = (bytes: Buffer, count: number): boolean => {
  try {
    return repliesIn(bytes).length >= count
  } catch {
    return false
  }
}

/**
 * Writes raw bytes and collects the output. Stops when the server closes, or when this number of responses
 * has arrived and nothing follows for a while.
 */
export const sendRaw = (
  port: number,
  pieces: readonly (string | Buffer)[],
  atLeast = 1,
): Promise<readonly Reply[]> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const socket = connect(port, '127.0.0.1')
    const finish = (): void => {
      socket.destroy()
      try {
        resolve(repliesIn(Buffer.concat(chunks)))
      } catch (cause) {
        reject(cause)
      }
    }
    socket.setTimeout(ANSWER_WITHIN_MS, finish)
    socket.on('data', (chunk) => {
      chunks.push(chunk)
      if (hasReplies(Buffer.concat(chunks), atLeast)) socket.setTimeout(QUIET_MS)
    })
    socket.on('close', finish)
    socket.on('error', () => undefined)
    for (const piece of pieces) socket.write(piece)
  })

/** Writes a raw request, whose single response is checked against the contract. */
export const callRaw = async (
  port: number,
  method: string,
  target: string,
  lines: readonly string[],
  body: string | Buffer = '',
): Promise<Reply> => {
  const head = [`${method} ${target} HTTP/1.1`, 'Host: 127.0.0.1', 'Connection: close', ...lines].join('\r\n')
  const replies = await sendRaw(port, [`${head}\r\n\r\n`, body])
  const [reply] = replies
  if (reply === undefined || replies.length !== 1) throw new Error(`${replies.length} responses came`)
  return checked(method, target, reply)
}
