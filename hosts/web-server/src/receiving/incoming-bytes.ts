import type { IncomingMessage } from 'node:http'
import type { Exchange } from '../exchange/exchange.js'

/** A body that isn't JSON, as it arrives. */
export interface IncomingBytes {
  /** The content type of the request; undefined if it has none, or two. */
  readonly contentType: string | undefined
  /** The length that the request announces; undefined if only its end shows it. */
  readonly lengthBytes: number | undefined
  /**
   * The bytes, no faster than they are read. Throws if the client disconnects or is too slow. If the reader
   * stops, the rest is discarded, so that the client gets the response.
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

/**
 * The unread body of a request. Until all of it has arrived the exchange is arriving, and its timeout sends
 * the response.
 */
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

/** Whether the client disconnected, or was disconnected, before its whole body arrived. */
export const isBrokenOff = ({ request }: Exchange): boolean => request.destroyed && !request.complete
