import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type ReceivedRequest,
  type LoopbackServer,
  startLoopbackServer,
} from '../http-calls/loopback-server.js'

/** What a gateway answers. */
export interface GatewayAnswer {
  readonly status: number
  readonly body: string
}

interface Gateway {
  recipientOf(received: ReceivedRequest): string
  answer(received: ReceivedRequest): GatewayAnswer | Promise<GatewayAnswer>
}

/** Later than the kit's short time-out. */
const LATE_MS = 600

/** Where to send a message to see what becomes of it; other numbers are the gateway's own. */
export const FRONT_NUMBERS = {
  accepted: '+4915123456789',
  transientFailure: '+99840000000',
  unknown: '+99810000000',
  silent: '+99820000000',
  late: '+99830000000',
} as const

const TOO_MANY: GatewayAnswer = { status: 429, body: '' }

/**
 * Stands between an account and its gateway, and loses or delays answers by the recipient's number; an account is to have the
 * address of the front.
 */
export const startGatewayFront = ({ recipientOf, answer }: Gateway): Promise<LoopbackServer> => {
  const pass = async (
    received: ReceivedRequest,
    response: ServerResponse,
    request: IncomingMessage,
  ): Promise<void> => {
    const to = recipientOf(received)
    if (to === FRONT_NUMBERS.silent) return
    const reply = to === FRONT_NUMBERS.transientFailure ? TOO_MANY : await answer(received)
    if (to === FRONT_NUMBERS.unknown) return void request.socket.destroy()
    if (to === FRONT_NUMBERS.late) await sleep(LATE_MS)
    response.writeHead(reply.status).end(reply.body)
  }
  return startLoopbackServer((received, response, request) => void pass(received, response, request))
}
