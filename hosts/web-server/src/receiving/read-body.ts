import type { Semaphore } from '@postrider/core/kernel/batching/semaphore'
import type { Exchange } from '../exchange/exchange.js'
import { countPieces, LEAST_PIECE_BYTES } from './body-pieces.js'
import { growingBuffer } from './growing-buffer.js'
import { LARGE_BODY_BYTES, type LargeBodies } from './large-bodies.js'

/**
 * How reading a body ended. `NoTurn`: other large bodies of the same credential took too long. `Gone`: the
 * client disconnected, or was disconnected, before its end.
 */
export type ReadBody =
  | { readonly _tag: 'Whole'; readonly bytes: Buffer }
  | { readonly _tag: 'TooLarge' | 'NoRoom' | 'NoTurn' | 'Gone' }

const TOO_LARGE: ReadBody = { _tag: 'TooLarge' }
const NO_ROOM: ReadBody = { _tag: 'NoRoom' }
const NO_TURN: ReadBody = { _tag: 'NoTurn' }
const GONE: ReadBody = { _tag: 'Gone' }

/** The limits on reading bodies. */
export interface BodyNeeds {
  /** A permit for each byte. */
  readonly budget: Semaphore
  /** Closes the connection of a body that arrives in far too many pieces. */
  readonly cut: (exchange: Exchange) => void
  readonly large: LargeBodies
}

/** The credential that the request has proved; undefined on public routes. */
const credentialOf = ({ boundary, caller }: Exchange): string | undefined =>
  boundary === undefined || caller === undefined ? undefined : boundary.credentialOf(caller)

/**
 * Reads nothing more of a large body until its turn, which lasts until the exchange ends. False if the turn
 * didn't come in time.
 */
const awaitTurn = async (large: LargeBodies, exchange: Exchange, credential: string): Promise<boolean> => {
  const { request } = exchange
  request.pause()
  const endTurn = await large.enter(credential)
  if (exchange.stage === 'ended') endTurn?.()
  else exchange.endTurn = endTurn
  request.resume()
  return endTurn !== undefined
}

/**
 * Reads the body, at most `limitBytes` of it. A longer body is read to its end and discarded, so that the
 * client gets the response; the request timeout ends that. Bytes stay counted until the response is sent, and
 * tiny pieces count for more than their bytes. A large body of a known credential waits for its turn.
 */
export const readBody = (exchange: Exchange, limitBytes: number, needs: BodyNeeds): Promise<ReadBody> => {
  const { request, headers } = exchange
  const { budget, cut, large } = needs
  // The client disconnected before listeners were added, so no event would follow.
  if (request.destroyed) return Promise.resolve(GONE)
  if (Number(headers['content-length'] ?? 0) > limitBytes) return Promise.resolve(TOO_LARGE)
  return new Promise((resolve) => {
    let held = growingBuffer()
    const pieces = countPieces()
    let isKept = true
    // Also undefined once a turn was requested.
    let credential = credentialOf(exchange)
    const giveUp = (read: ReadBody): void => {
      isKept = false
      held = growingBuffer()
      resolve(read)
    }
    request.on('data', (piece: Buffer) => {
      if (!pieces.add(piece.length)) return cut(exchange)
      if (!isKept) return
      if (pieces.cost() > limitBytes) return giveUp(TOO_LARGE)
      const counted = Math.max(piece.length, LEAST_PIECE_BYTES)
      if (!budget.tryAcquire(counted)) return giveUp(NO_ROOM)
      exchange.heldBytes += counted
      held.add(piece)
      if (credential === undefined || pieces.cost() <= LARGE_BODY_BYTES) return
      void awaitTurn(large, exchange, credential).then((hasTurn) => {
        if (!hasTurn) giveUp(NO_TURN)
      })
      credential = undefined
    })
    request.on('end', () => resolve({ _tag: 'Whole', bytes: held.whole() }))
    request.on('close', () => resolve(GONE))
  })
}

/**
 * Reads and discards the rest of an unwanted body, because some clients read their response only after
 * sending everything. Stops if the body arrives in far too many pieces.
 */
export const throwAway = (exchange: Exchange, cut: (exchange: Exchange) => void): void => {
  const { request } = exchange
  // Another reader already counts the pieces.
  if (request.listenerCount('data') > 0) return
  const pieces = countPieces()
  request.on('data', (piece: Buffer) => {
    if (!pieces.add(piece.length)) cut(exchange)
  })
}
