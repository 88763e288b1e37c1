import { E } from '@postrider/core/fp'
import type { Postrider } from '@postrider/core/postrider'
import type { IncomingCallback } from '@postrider/core/messaging/use-cases/receipts/receive-callback'
import { type Answer, errorAnswer, textAnswer, withHeaders } from '@postrider/web-server/answers/answer'
import type { Endpoint, PathStrings } from '@postrider/web-server/exchange/endpoint'
import type { Exchange } from '@postrider/web-server/exchange/exchange'
import { requestHeaders } from '@postrider/web-server/exchange/request-headers'
import { refused } from '@postrider/web-server/answers/refused'
import { type BodyNeeds, readBody } from '@postrider/web-server/receiving/read-body'

interface Needs {
  readonly postrider: Pick<Postrider, 'openCallback'>
  readonly bodies: BodyNeeds
}

/** The maximum number of concurrent callbacks, which leaves capacity for sends. */
const MOST_AT_ONCE = 2_000

const RETRY_AFTER = ['Retry-After', '5'] as const

/** The headers that a kind reads, which this host ignores; one that was sent twice is omitted. */
const wantedOf = ({ request }: Exchange, wants: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(requestHeaders(request.rawHeaders, new Set(wants))).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value] as const] : [],
    ),
  )

const busy = (requestId: string): Answer =>
  withHeaders(errorAnswer('service_unavailable', requestId), RETRY_AFTER)

const take = async (
  { postrider, bodies }: Needs,
  exchange: Exchange,
  { providerAccountId = '', token = '' }: PathStrings,
): Promise<Answer | undefined> => {
  const { requestId, request } = exchange
  const opened = await postrider.openCallback(providerAccountId, token)()
  if (E.isLeft(opened)) return refused(opened.left, requestId)
  if (opened.right === undefined) return errorAnswer('route_not_found', requestId)
  const { wants, maxBytes, take: takeIt } = opened.right
  const read = await readBody(exchange, maxBytes, bodies)
  if (read._tag === 'Gone') return undefined
  if (read._tag === 'TooLarge') return errorAnswer('payload_too_large', requestId)
  if (read._tag !== 'Whole') return busy(requestId)
  exchange.stage = 'begun'
  const callback: IncomingCallback = {
    method: request.method === 'GET' ? 'GET' : 'POST',
    target: request.url ?? '',
    headers: wantedOf(exchange, wants),
    body: read.bytes,
  }
  const taken = await takeIt(callback)()
  if (E.isLeft(taken)) return refused(taken.left, requestId)
  if (taken.right._tag === 'Forged') return errorAnswer('permission_denied', requestId)
  const answer: Answer = taken.right._tag === 'Reply' ? textAnswer(taken.right.text) : { status: 200 }
  return { ...answer, isOutage: false }
}

/**
 * The endpoint for delivery reports of providers; the address contains a token, so only its route is logged.
 */
export const callbackEndpoint = (needs: Needs): Endpoint => {
  let inHand = 0
  return {
    methods: ['GET', 'POST'],
    getActs: true,
    path: '/callbacks/{providerAccountId}/{token}',
    route: '/callbacks/{providerAccountId}/{token}',
    boundary: undefined,
    tellsMethods: false,
    isAlwaysOpen: false,
    answer: async (exchange, parameters) => {
      if (inHand >= MOST_AT_ONCE) return busy(exchange.requestId)
      inHand += 1
      try {
        return await take(needs, exchange, parameters)
      } finally {
        inHand -= 1
      }
    },
  }
}
