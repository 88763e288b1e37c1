import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import type { AskedRequest } from '../http-calls/scripted-server.js'

/** What a gateway answers. */
export interface GatewayAnswer {
  readonly status: number
  readonly body: string
}

/** What stands between an account and its gateway, and loses or delays answers by the recipient's number. */
export interface GatewayFront {
  readonly url: string
  /** How many connections it has. */
  connections(): number
  close(): Promise<void>
}

interface Gateway {
  recipientOf(asked: AskedRequest): string
  answer(asked: AskedRequest): GatewayAnswer | Promise<GatewayAnswer>
}

/** Later than the kit's short time-out. */
const LATE_MS = 600

/** Where to send a message to see what becomes of it; other numbers are the gateway's own. */
export const FRONT_NUMBERS = {
  taken: '+4915123456789',
  refusedForNow: '+99840000000',
  unknown: '+99810000000',
  silent: '+99820000000',
  late: '+99830000000',
} as const

const TOO_MANY: GatewayAnswer = { status: 429, body: '' }

/** Listens before a gateway; an account is to have the address of the front. */
export const startGatewayFront = async ({ recipientOf, answer }: Gateway): Promise<GatewayFront> => {
  const sockets = new Set<Socket>()
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await text(request)
    const { method = '', url: path = '', headers } = request
    const asked = { method, path, headers, body }
    const to = recipientOf(asked)
    if (to === FRONT_NUMBERS.silent) return
    const said = to === FRONT_NUMBERS.refusedForNow ? TOO_MANY : await answer(asked)
    if (to === FRONT_NUMBERS.unknown) return void request.socket.destroy()
    if (to === FRONT_NUMBERS.late) await sleep(LATE_MS)
    response.writeHead(said.status).end(said.body)
  }
  const server = createServer((request, response) => void serve(request, response))
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    connections: () => sockets.size,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy()
        server.close(() => resolve())
      }),
  }
}
