import type { Lane } from '@postrider/core/domain/channels/lane'
import { isId, type MessageId } from '@postrider/core/domain/ids/id'

const VERSION = 1
const LONGEST_BYTES = 1024

/** The queue of a lane and the one for what no consumer could read or survive. */
export const laneQueue = (prefix: string, lane: Lane): string => `${prefix}.${lane}`
export const deadQueue = (prefix: string): string => `${prefix}.dead`

/** A job's body; the lane is said by the queue it lies in. */
export const encodeJob = (messageId: MessageId): Buffer =>
  Buffer.from(`{"v":${VERSION},"messageId":"${messageId}"}`)

const parse = (body: Buffer): unknown => {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}

/** The message a body speaks of, or undefined where the body is none of ours. */
export const decodeJob = (body: Buffer): MessageId | undefined => {
  const read = body.length > LONGEST_BYTES ? undefined : parse(body)
  if (typeof read !== 'object' || read === null) return undefined
  if (!('v' in read) || read.v !== VERSION || !('messageId' in read)) return undefined
  const { messageId } = read
  return typeof messageId === 'string' && isId('msg', messageId) ? messageId : undefined
}
