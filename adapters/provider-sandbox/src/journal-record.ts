import { isId, type MessageId } from '@postrider/core/kernel/ids/id'
import type { EpochMs } from '@postrider/core/kernel/time/epoch-ms'
import { type Behavior, BEHAVIORS } from './behavior.js'
import type { InboxMessage } from './inbox.js'
import { MOST_REPORTS } from './planned-report.js'

/** The number of temporary refusals so far. */
export interface RefusedRecord {
  readonly kind: 'refused'
  readonly messageId: MessageId
  readonly times: number
}

/** The sandbox accepted the message. */
export interface TakenRecord {
  readonly kind: 'taken'
  readonly messageId: MessageId
  readonly atMs: EpochMs
  /** The time of the first report. */
  readonly dueMs: EpochMs
  readonly behavior: Behavior
  /** Absent once everything was reported. */
  readonly message?: InboxMessage
}

/** The platform has stored the reports at these positions of the plan. */
export interface ReportedRecord {
  readonly kind: 'reported'
  readonly messageId: MessageId
  readonly places: readonly number[]
}

/** A line of the journal. Reading it twice, or out of order between files, has the same effect. */
export type JournalRecord = RefusedRecord | TakenRecord | ReportedRecord

export const encodeRecord = (record: JournalRecord): string => `${JSON.stringify(record)}\n`

type Fields = Readonly<Partial<Record<string, unknown>>>

const isFields = (read: unknown): read is Fields => typeof read === 'object' && read !== null

const isTime = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 0

const isContent = (value: unknown): boolean =>
  value === undefined || (isFields(value) && Object.values(value).every((part) => typeof part === 'string'))

const isTaken = ({ atMs, dueMs, behavior, message }: Fields): boolean =>
  isTime(atMs) && isTime(dueMs) && BEHAVIORS.some((one) => one === behavior) && isContent(message)

const isPlace = (value: unknown): boolean => isTime(value) && Number(value) < MOST_REPORTS

const HAS_ITS_FIELDS: Readonly<Record<JournalRecord['kind'], (fields: Fields) => boolean>> = {
  refused: ({ times }) => isTime(times),
  taken: isTaken,
  reported: ({ places }) => Array.isArray(places) && places.every(isPlace),
}

const isKind = (value: unknown): value is JournalRecord['kind'] =>
  typeof value === 'string' && Object.hasOwn(HAS_ITS_FIELDS, value)

const isRecord = (read: unknown): boolean => {
  if (!isFields(read)) return false
  const { kind, messageId } = read
  return isKind(kind) && typeof messageId === 'string' && isId('msg', messageId) && HAS_ITS_FIELDS[kind](read)
}

/** Parses a line; undefined for a partial line after a crash, and for any other text. */
export const decodeRecord = (line: string): JournalRecord | undefined => {
  try {
    const read: unknown = JSON.parse(line)
    return isRecord(read) ? (read as JournalRecord) : undefined
  } catch {
    return undefined
  }
}
