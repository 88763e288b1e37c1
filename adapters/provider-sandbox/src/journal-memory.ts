import type { MessageId } from '@postrider/core/domain/ids/id'
import type { EpochMs } from '@postrider/core/domain/time/epoch-ms'
import type { InboxMessage } from './inbox.js'
import type { JournalRecord, TakenRecord } from './journal-record.js'
import { reportsOf } from './planned-report.js'

/** A message the sandbox took. */
export interface TakenMessage {
  readonly record: Omit<TakenRecord, 'message'>
  /** What is delivered; forgotten once everything is reported. */
  message: InboxMessage | undefined
  /** Places in the plan that the platform has stored. */
  readonly reported: Set<number>
  inInbox: boolean
}

/** What the journals say, those of this process and of others. */
export interface JournalMemory {
  learn(record: JournalRecord): void
  /** Takes back that a message was taken: its record could not be written. */
  forget(messageId: MessageId): void
  taken(messageId: MessageId): TakenMessage | undefined
  refusals(messageId: MessageId): number
  /** The records that a journal needs to say all this again, without what is too old to matter. */
  condensed(messageIds: Iterable<MessageId>, nowMs: EpochMs): JournalRecord[]
}

const FINISHED_AT_MOST = 200_000
const KEPT_MS = 72 * 60 * 60 * 1000

export const isFinished = ({ record, reported }: TakenMessage): boolean =>
  reported.size === reportsOf(record.behaviour).length

export const createJournalMemory = (): JournalMemory => {
  const takenById = new Map<MessageId, TakenMessage>()
  const refusalsById = new Map<MessageId, number>()
  // Read before the record of the message itself, out of another process's file.
  const early = new Map<MessageId, number[]>()

  const forgetOldest = (): void => {
    if (takenById.size <= FINISHED_AT_MOST) return
    for (const [messageId, taken] of takenById) {
      if (takenById.size <= FINISHED_AT_MOST || !isFinished(taken)) return
      takenById.delete(messageId)
    }
  }
  const report = (taken: TakenMessage, places: readonly number[]): void => {
    for (const place of places) taken.reported.add(place)
    if (isFinished(taken)) taken.message = undefined
  }
  const take = ({ message, ...record }: TakenRecord): void => {
    if (takenById.has(record.messageId)) return
    const taken: TakenMessage = { record, message, reported: new Set(), inInbox: false }
    takenById.set(record.messageId, taken)
    report(taken, early.get(record.messageId) ?? [])
    early.delete(record.messageId)
    forgetOldest()
  }
  return {
    learn: (record) => {
      const { messageId } = record
      if (record.kind === 'taken') take(record)
      else if (record.kind === 'refused')
        refusalsById.set(messageId, Math.max(record.times, refusalsById.get(messageId) ?? 0))
      else {
        const taken = takenById.get(messageId)
        if (taken !== undefined) report(taken, record.places)
        else early.set(messageId, [...(early.get(messageId) ?? []), ...record.places])
      }
    },
    forget: (messageId) => takenById.delete(messageId),
    taken: (messageId) => takenById.get(messageId),
    refusals: (messageId) => refusalsById.get(messageId) ?? 0,
    condensed: (messageIds, nowMs) => {
      const records: JournalRecord[] = []
      for (const messageId of messageIds) {
        const taken = takenById.get(messageId)
        const times = refusalsById.get(messageId)
        if (taken === undefined && times !== undefined) records.push({ kind: 'refused', messageId, times })
        if (taken === undefined || (isFinished(taken) && taken.record.atMs < nowMs - KEPT_MS)) continue
        const { record, message, reported } = taken
        records.push({ ...record, ...(message === undefined ? {} : { message }) })
        if (reported.size > 0) records.push({ kind: 'reported', messageId, places: [...reported] })
      }
      return records
    },
  }
}
