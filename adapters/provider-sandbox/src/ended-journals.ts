import { rename, stat, unlink } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { MessageId } from '@postrider/core/kernel/ids/id'
import { type EpochMs, HOUR_MS } from '@postrider/core/kernel/time/epoch-ms'
import type { Clock } from '@postrider/core/kernel/ports/clock'
import type { JournalMemory, TakenMessage } from './journal-memory.js'
import { unreadableName } from './journal-name.js'
import { decodeRecord, type JournalRecord, type TakenRecord } from './journal-record.js'
import { isFinished, placesIn } from './known-messages.js'
import { type LinesRead, readLines } from './read-lines.js'

/** The journal of an ended process, which this process takes over. */
export interface EndedJournal {
  readonly path: string
  /** The position up to which the memory has learned it. */
  learnedTo: number
  /** The position of its first message for which this process has no room yet. */
  from: number
  /** The position up to which its finished messages are in this process's journal. */
  condensedTo: number
  /** Whether any of its lines is a sandbox record. */
  isJournal: boolean
}

export interface TakeOverNeeds {
  readonly memory: JournalMemory
  readonly clock: Clock
  /** Writes records to this process's journal. */
  readonly append: (records: readonly JournalRecord[]) => Promise<void>
  /** Delivers and reports messages from now on. */
  readonly plan: (taken: readonly TakenMessage[]) => Promise<void>
}

/** How long the acceptance of a finished message is remembered. */
const KEPT_MS = 72 * HOUR_MS

/** A waiting journal continues once there is room for this many messages. */
const ROOM_TO_RESUME = 2_000

const recordsIn = ({ lines }: LinesRead): readonly JournalRecord[] =>
  lines.map(decodeRecord).filter((record) => record !== undefined)

/** Learns a journal from a position on; returns the position after it, and whether any line was a record. */
export const learnFrom = async (memory: JournalMemory, path: string, from: number) => {
  let hasRecords = false
  const to = await readLines(path, from, (read) => {
    for (const record of recordsIn(read)) {
      hasRecords = true
      memory.learn(record)
    }
  })
  return { to, hasRecords }
}

/** The messages of some lines, sorted by what to do with them. */
interface Sorted {
  readonly records: JournalRecord[]
  readonly held: Map<MessageId, TakenRecord>
  isWaiting: boolean
}

/** Keeps a message, and which of its reports the platform has stored. */
const keep = ({ records }: Sorted, record: TakenRecord, reported: number): void => {
  records.push(record)
  if (reported > 0)
    records.push({ kind: 'reported', messageId: record.messageId, places: placesIn(reported) })
}

const sortTaken = (
  sorted: Sorted,
  record: TakenRecord,
  memory: JournalMemory,
  keptSince: EpochMs | undefined,
) => {
  const { messageId, atMs } = record
  const known = memory.known(messageId)
  // A held message is in this process's journal already; a forgotten one was finished long ago.
  if (known === undefined || memory.held(messageId) !== undefined || sorted.held.has(messageId)) return
  if (isFinished(known)) {
    const { message: _, ...withoutMessage } = record
    if (keptSince !== undefined && atMs >= keptSince) keep(sorted, withoutMessage, known.reported)
  } else if (memory.hasRoom(sorted.held.size)) {
    keep(sorted, record, known.reported)
    sorted.held.set(messageId, record)
  } else sorted.isWaiting = true
}

/**
 * Sorts records; finished messages and refusals are kept only if they aren't in this process's journal yet.
 */
const sortOut = (
  records: readonly JournalRecord[],
  memory: JournalMemory,
  keptSince: EpochMs | undefined,
): Sorted => {
  const sorted: Sorted = { records: [], held: new Map(), isWaiting: false }
  for (const record of records) {
    if (record.kind === 'taken') sortTaken(sorted, record, memory, keptSince)
    const isOpen = record.kind === 'refused' && memory.known(record.messageId) === undefined
    if (isOpen && keptSince !== undefined) sorted.records.push(record)
  }
  return sorted
}

/**
 * Removes a journal after all its messages were taken over. A file without any record belongs to another
 * program and is renamed.
 */
const remove = async ({ path, isJournal }: EndedJournal): Promise<void> => {
  if (isJournal || (await stat(path)).size === 0) await unlink(path)
  else await rename(path, join(dirname(path), unreadableName(basename(path))))
}

/**
 * Takes over the messages of an ended journal, as many as there is room for: first condensed into this
 * process's journal, then planned. Nothing is read into memory as a whole. Returns true when done; else the
 * next call continues.
 */
export const takeOver = async (
  journal: EndedJournal,
  { memory, clock, append, plan }: TakeOverNeeds,
): Promise<boolean> => {
  const { to, hasRecords } = await learnFrom(memory, journal.path, journal.learnedTo)
  journal.learnedTo = to
  journal.isJournal ||= hasRecords
  if (journal.condensedTo > 0 && !memory.hasRoom(ROOM_TO_RESUME)) return false
  let waitingFrom: number | undefined
  await readLines(journal.path, journal.from, async (read) => {
    const isNew = read.from >= journal.condensedTo
    const keptSince = isNew ? clock.nowMs() - KEPT_MS : undefined
    const { records, held, isWaiting } = sortOut(recordsIn(read), memory, keptSince)
    await append(records)
    journal.condensedTo = Math.max(journal.condensedTo, read.to)
    if (isWaiting) waitingFrom ??= read.from
    await plan([...held.values()].map(memory.hold))
    return isWaiting && !isNew ? 'enough' : 'more'
  })
  journal.from = waitingFrom ?? journal.from
  if (waitingFrom !== undefined) return false
  await remove(journal)
  return true
}
