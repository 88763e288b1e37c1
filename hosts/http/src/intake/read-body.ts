import type { Exchange } from '../exchange/exchange.js'
import type { BodyBudget } from './body-budget.js'

/** How the reading of a body ended; `Gone`: the client went away before its end. */
export type ReadBody =
  { readonly _tag: 'Whole'; readonly bytes: Buffer } | { readonly _tag: 'TooLarge' | 'NoRoom' | 'Gone' }

const TOO_LARGE: ReadBody = { _tag: 'TooLarge' }
const NO_ROOM: ReadBody = { _tag: 'NoRoom' }
const GONE: ReadBody = { _tag: 'Gone' }

/**
 * Reads the body, at most `limitBytes` of it. What is too long is no longer kept, but read on and thrown away, so
 * that the client hears the answer; the request's time-out ends that. Bytes stay counted until the answer is out.
 */
export const readBody = (exchange: Exchange, limitBytes: number, budget: BodyBudget): Promise<ReadBody> => {
  const { request, headers } = exchange
  if (Number(headers['content-length'] ?? 0) > limitBytes) return Promise.resolve(TOO_LARGE)
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    let length = 0
    const giveUp = (read: ReadBody): void => {
      request.off('data', keep)
      request.resume()
      resolve(read)
    }
    const keep = (chunk: Buffer): void => {
      length += chunk.length
      if (length > limitBytes) return giveUp(TOO_LARGE)
      if (!budget.take(chunk.length)) return giveUp(NO_ROOM)
      exchange.heldBytes += chunk.length
      chunks.push(chunk)
    }
    request.on('data', keep)
    request.on('end', () => resolve({ _tag: 'Whole', bytes: oneOf(chunks) }))
    request.on('close', () => resolve(GONE))
  })
}

const oneOf = (chunks: readonly Buffer[]): Buffer => {
  const [first] = chunks
  return first !== undefined && chunks.length === 1 ? first : Buffer.concat(chunks)
}
