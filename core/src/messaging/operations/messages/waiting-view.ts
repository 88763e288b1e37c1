import type * as t from 'io-ts'
import type { Attempt } from '../../../providers/domain/calls/attempt.js'
import { RECONCILIATION_WINDOW_MS } from '../../../providers/domain/calls/past-check.js'
import type { MessageState } from '../../../kernel/messages/message-state.js'
import type { Message } from '../../domain/messages/message.js'
import { type EpochMs, isoTime } from '../../../kernel/time/epoch-ms.js'
import type { messageWaitShape } from './shapes.js'

type WaitingView = t.TypeOf<typeof messageWaitShape>

/** The records that show why a message waits: the message, its attempts, and its due time. */
export interface WaitingRecords {
  readonly message: Message
  readonly attempts: readonly Attempt[]
  readonly dueAtMs: EpochMs | undefined
}

/** The latest end of a wait. */
interface LatestEnd {
  readonly atMs: EpochMs
  readonly state: MessageState
  readonly isReleased: boolean
}

/**
 * The latest end of the wait if nothing happens before, by the same limits as the dispatcher's
 * (docs/promises#unknown-outcomes).
 */
const latestEnd = ({ message, attempts }: WaitingRecords): LatestEnd | undefined => {
  const { state, billing, expiresAtMs, updatedAtMs } = message
  const windowEndsMs = updatedAtMs + RECONCILIATION_WINDOW_MS
  const isHeld = billing === 'provisional'
  switch (state) {
    case 'ACCEPTED': {
      const phase = attempts.find(({ number }) => number === message.attempt)?.phase
      const isOpen = phase === 'intent' || phase === 'unknown'
      return isOpen
        ? { atMs: expiresAtMs, state: 'UNCONFIRMED', isReleased: false }
        : { atMs: expiresAtMs, state: 'EXPIRED', isReleased: isHeld }
    }
    case 'UNCONFIRMED':
      return { atMs: windowEndsMs, state: 'FAILED', isReleased: isHeld }
    case 'SUBMITTED':
      return isHeld ? { atMs: windowEndsMs, state: 'SUBMITTED', isReleased: true } : undefined
    default:
      return undefined
  }
}

/** When the message is due next: not during a call, and undefined if the next check is the end itself. */
const nextLook = ({ message, dueAtMs }: WaitingRecords, end: LatestEnd | undefined): EpochMs | undefined => {
  if (dueAtMs === undefined) return undefined
  const atMs = Math.max(dueAtMs, message.leaseUntilMs)
  return end !== undefined && atMs >= end.atMs ? undefined : atMs
}

const WAITING: readonly MessageState[] = ['ACCEPTED', 'SUBMITTED', 'UNCONFIRMED']

/** The times of a message's wait; undefined if it no longer waits. */
export const waitingView = (records: WaitingRecords): WaitingView | undefined => {
  if (!WAITING.includes(records.message.state)) return undefined
  const end = latestEnd(records)
  const nextMs = nextLook(records, end)
  return {
    ...(nextMs === undefined ? {} : { nextCheckAt: isoTime(nextMs) }),
    ...(end === undefined
      ? {}
      : { latestEnd: { at: isoTime(end.atMs), state: end.state, isReleased: end.isReleased } }),
  }
}
