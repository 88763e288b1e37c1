import type { IncomingMessage } from 'node:http'
import type { Exchange } from '../exchange/exchange.js'

/** A body that is no JSON, as it comes. */
export interface IncomingBytes {
  /** As the request says it; undefined where it says none, or two. */
  readonly contentType: string | undefined
  /** What the request says; undefined where its end alone tells. */
  readonly lengthBytes: number | undefined
  /**
   * The bytes, no faster than they are asked for. Throws where the client goes away or is too slow; who stops asking
   * leaves the rest to be thrown away, so that the client hears the answer.
   */
  readonly stream: AsyncIterable<Uint8Array>
}

const oneText = (given: string | readonly string[] | undefined): string | undefined =>
  typeof given === 'string' ? given : undefined

async function* piecesOf(request: IncomingMessage): AsyncGenerator<Uint8Array, void, void> {
  try {
    yield* request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>
  } finally {
    request.resume()
  }
}

/** The body of a request, unread. Until all of it is there the exchange is arriving, and its time-out answers. */
export const incomingBytes = (exchange: Exchange): IncomingBytes => {
  const { request, headers } = exchange
  const length = oneText(headers['content-length'])
  request.once('end', () => {
    if (exchange.stage === 'arriving') exchange.stage = 'begun'
  })
  return {
    contentType: oneText(headers['content-type']),
    lengthBytes: length === undefined ? undefined : Number(length),
    stream: piecesOf(request),
  }
}

/** Whether the client went away, or was sent away, before its body was there. */
export const isBrokenOff = ({ request }: Exchange): boolean => request.destroyed && !request.complete
