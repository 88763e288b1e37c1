import { setTimeout as sleep } from 'node:timers/promises'
import type { ReceivedRequest, LoopbackServer } from '../http-calls/loopback-server.js'
import type { GatewayDialect, GatewayMessage } from './gateway-dialects.js'
import { type GatewayAnswer, startGatewayFront } from './gateway-front.js'

/** An SMS gateway that takes messages in a dialect, and reports them delivered until it gets a 200. */
export interface PlayedGateway extends LoopbackServer {
  messages(): readonly GatewayMessage[]
}

/** Numbers that it refuses permanently, and those that an account isn't allowed to send to. */
export const REFUSED_NUMBERS = { forGood: '+99900001000', here: '+99900002000' } as const

const AGAIN_MS = 30

/** Starts a gateway. It reports to `toldUrl` if a message has no report address. */
export const startPlayedGateway = async (
  dialect: GatewayDialect,
  knownUrl: () => string | undefined,
): Promise<PlayedGateway> => {
  const messages: GatewayMessage[] = []
  let isOver = false

  const report = async (message: GatewayMessage, url: string): Promise<void> => {
    if (isOver) return
    const { headers, body } = dialect.report(message, url)
    const status = await fetch(url, { method: 'POST', headers, body }).then(
      (response) => response.status,
      () => 0,
    )
    if (status === 200) return
    await sleep(AGAIN_MS)
    await report(message, url)
  }

  const answer = (request: ReceivedRequest): GatewayAnswer => {
    if (!dialect.knows(request)) return dialect.stranger
    if (request.method === 'GET' && dialect.statusAnswer !== undefined) {
      const id = /([^/]+)\.json$/.exec(request.path)?.[1]
      return dialect.statusAnswer(messages.find((one) => one.id === id))
    }
    const read = dialect.read(request)
    if (read.to === REFUSED_NUMBERS.forGood) return dialect.permanentFailure
    if (read.to === REFUSED_NUMBERS.here) return dialect.rejectedByRoute
    const message = { ...read, id: `G${messages.length}x` }
    messages.push(message)
    const url = message.callbackUrl ?? knownUrl()
    if (url !== undefined) void report(message, url)
    return dialect.taken(message.id)
  }

  const front = await startGatewayFront({
    recipientOf: (request) => (request.method === 'GET' ? '' : dialect.read(request).to),
    answer,
  })
  return {
    ...front,
    messages: () => messages,
    close: () => {
      isOver = true
      return front.close()
    },
  }
}
