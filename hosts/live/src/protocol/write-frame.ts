import type { ErrorBody } from '@postrider/contracts/errors/error-body'
import { FRAME_BYTES_OUT, RPC_ERRORS, type RpcErrorName } from '@postrider/contracts/live/frame'

/** The response to a call. */
export const answerFrame = (id: string, result: object): string =>
  JSON.stringify({ jsonrpc: '2.0', id, result })

/** The response to a failed call; the id of an invalid call is unknown. */
export const errorFrame = (id: string | null, name: RpcErrorName, data?: ErrorBody): string =>
  JSON.stringify({ jsonrpc: '2.0', id, error: { ...RPC_ERRORS[name], data } })

/** A notification of the server. */
export const notificationFrame = (method: 'live.event' | 'live.over' | 'live.tick', params: object): string =>
  JSON.stringify({ jsonrpc: '2.0', method, params })

/** The maximum number of cached frames of one reading, which bounds their memory. */
const MOST_KEPT = 16

/** Writes events with the same data. */
export type WriteEvent = (params: object) => Buffer

/**
 * Writes notifications of `{...params, data}` with data that is JSON already: encoded once for all who
 * receive the same.
 */
export const eventWriter = (dataText: string): WriteEvent => {
  const kept = new Map<string, Buffer>()
  return (params) => {
    const head = JSON.stringify(params).slice(0, -1)
    const known = kept.get(head)
    if (known !== undefined) return known
    const frame = Buffer.from(`{"jsonrpc":"2.0","method":"live.event","params":${head},"data":${dataText}}}`)
    if (kept.size < MOST_KEPT) kept.set(head, frame)
    return frame
  }
}

/** Whether a frame is larger than the limit for sending. */
export const isTooLarge = (frame: string): boolean =>
  frame.length > FRAME_BYTES_OUT ||
  (3 * frame.length > FRAME_BYTES_OUT && Buffer.byteLength(frame) > FRAME_BYTES_OUT)
