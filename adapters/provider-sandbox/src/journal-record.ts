import { isId, type MessageId } from '@postrider/core/domain/ids/id'
import type { EpochMs } from '@postrider/core/domain/time/epoch-ms'
import type { Behaviour } from './behaviour.js'
import type { InboxMessage } from './inbox.js'

/** So many temporary refusals were given. */
export interface RefusedRecord {
  readonly kind: 'refused'
  readonly messageId: MessageId
  readonly times: number
}

/** The sandbox has the message. */
export interface TakenRecord {
  readonly kind: 'taken'
  readonly messageId: MessageId
  readonly atMs: EpochMs
  /** When the first report is made. */
  readonly dueMs: EpochMs
  readonly behaviour: Behaviour
  /** Absent once everything was reported. */
  readonly message?: InboxMessage
}

/** The reports with these places in the plan have been stored by the platform. */
export interface ReportedRecord {
  readonly kind: 'reported'
  readonly messageId: MessageId
  readonly places: readonly number[]
}

/** A line of the journal. Read twice, or out of order between files, it means the same. */
export type JournalRecord = RefusedRecord | TakenRecord | ReportedRecord

export const encodeRecord = (record: JournalRecord): string => `${JSON.stringify(record)}\n`

const isRecord = (read: unknown): read is JournalRecord =>
  typeof read === 'object' &&
  read !== null &&
  'kind' in read &&
  'messageId' in read &&
  typeof read.messageId === 'string' &&
  isId('msg', read.messageId) &&
  (read.kind === 'refused' || read.kind === 'taken' || read.kind === 'reported')

/** The record of a line; undefined for what a crash in the middle of a write has left behind. */
export const decodeRecord = (line: string): JournalRecord | undefined => {
  try {
    const read: unknown = JSON.parse(line)
    return isRecord(read) ? read : undefined
  } catch {
    return undefined
  }
}
