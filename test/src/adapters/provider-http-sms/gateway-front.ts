import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type ReceivedRequest,
  type LoopbackServer,
  startLoopbackServer,
} from '../http-calls/loopback-server.js'

/** A gateway's response. */
export interface GatewayAnswer {
  readonly status: number
  readonly body: string
}

interface Gateway {
  recipientOf(received: ReceivedRequest): string
  answer(received: ReceivedRequest): GatewayAnswer | Promise<GatewayAnswer>
}

/** Longer than the kit's short timeout. */
const LATE_MS = 600

/**
 * Recipient numbers by the result that they cause. Other numbers are the gateway's own.
 */
export const FRONT_NUMBERS = {
  accepted: '+4915123456789',
  transientFailure: '+99840000000',
  unknown: '+99810000000',
  silent: '+99820000000',
  late: '+99830000000',
} as const

const TOO_MANY: GatewayAnswer = { status: 429, body: '' }

/**
 * Runs between an account and its gateway, and loses or delays responses by the recipient's number. An
 * account needs the address of the front.
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
