import { randomBytes } from 'node:crypto'
import { mkdir, open, readdir, rename, stat, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import type { ProviderAccountId } from '@postrider/core/kernel/ids/id'
import type { Clock } from '@postrider/core/kernel/ports/clock'
import { type EndedJournal, learnFrom, takeOver, type TakeOverNeeds } from './ended-journals.js'
import { encodeRecord, type JournalRecord } from './journal-record.js'
import { isAbandoned, liveTokens, readName, spellName, thisHost, type JournalName } from './journal-name.js'
import type { JournalMemory } from './journal-memory.js'

/**
 * The sandbox's knowledge on disk: one file for each open account of each process, which only that process
 * appends to and the others read. A crash of a process loses no appended record; a power failure may.
 */
export interface Journal {
  /** Writes records: all of them, or (with an error) possibly none. */
  append(records: readonly JournalRecord[]): Promise<void>
  /**
   * Learns the records that other processes have written since the last call. A file that can't be read is
   * tried again the next time.
   */
  sync(): Promise<void>
  /**
   * Takes over the files of ended processes, condensed, and plans their messages as far as there is room. The
   * rest, and failures, are taken over by the next call. Returns whether messages wait for room.
   */
  takeOver(plan: TakeOverNeeds['plan']): Promise<boolean>
  /** Why a file of another process couldn't be read or taken over the last time. */
  problem(): string | undefined
  /** Shows processes on other hosts that this one is alive. */
  touch(): Promise<void>
  close(): Promise<void>
}

interface JournalNeeds {
  readonly dataDir: string
  readonly account: ProviderAccountId
  readonly memory: JournalMemory
  readonly clock: Clock
}

const OWNER_ONLY = 0o600
const WRITTEN_TOGETHER = 1_000

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT'

/** Concurrent changes to files by other processes aren't errors; the next call handles them. */
const unlessGone = async <A>(work: Promise<A>): Promise<A | undefined> => {
  try {
    return await work
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

const listOthers = async (dataDir: string, account: string, token: string): Promise<JournalName[]> => {
  const names: JournalName[] = []
  for (const file of await readdir(dataDir)) {
    const name = readName(file, account)
    if (name !== undefined && name.token !== token) names.push(name)
  }
  return names
}

/** Appends one list of records after another, so that lines never mix. */
const appendTo = (file: FileHandle): Journal['append'] => {
  let before: Promise<unknown> = Promise.resolve()
  let torn = false
  const write = async (records: readonly JournalRecord[]): Promise<void> => {
    const text = records.map(encodeRecord).join('')
    try {
      // After a partial write, the next one starts on a new line.
      await file.appendFile(torn ? `\n${text}` : text)
      torn = false
    } catch (error) {
      torn = true
      throw error
    }
  }
  const writeAll = async (records: readonly JournalRecord[]): Promise<void> => {
    for (let from = 0; from < records.length; from += WRITTEN_TOGETHER)
      await write(records.slice(from, from + WRITTEN_TOGETHER))
  }
  return (records) => {
    const written = before.then(() => writeAll(records))
    before = written.catch(() => undefined)
    return written
  }
}

/** The position up to which a file was read, and its length then. */
interface ReadFile {
  readonly to: number
  readonly size: number
  readonly hasRecords: boolean
}

/** The state that the parts of an open journal share. */
interface JournalState extends JournalNeeds {
  readonly own: JournalName
  readonly append: Journal['append']
  /** The positions up to which the files of others were read. */
  readonly readSoFar: Map<string, ReadFile>
  /** The files of ended processes that this one has taken over, by path. */
  readonly ended: Map<string, EndedJournal>
  /** The number of files taken over so far. */
  parts: number
  problem: string | undefined
}

const pathOf = ({ dataDir }: JournalNeeds, name: JournalName): string => join(dataDir, spellName(name))

const errorText = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Runs work on each file; a failure is recorded and doesn't block the others. */
const withEach = async <A>(
  state: JournalState,
  files: Iterable<A>,
  work: (file: A) => Promise<void>,
): Promise<void> => {
  for (const file of files) {
    try {
      await work(file)
    } catch (error) {
      state.problem ??= `the journal of another process can't be read: ${errorText(error)}`
    }
  }
}

const readOther = async (state: JournalState, name: JournalName): Promise<void> => {
  const path = pathOf(state, name)
  const before = state.readSoFar.get(path)
  const status = await unlessGone(stat(path))
  if (status === undefined || status.size === before?.size) return
  const learned = await unlessGone(learnFrom(state.memory, path, before?.to ?? 0))
  if (learned === undefined) return
  const hasRecords = learned.hasRecords || before?.hasRecords === true
  state.readSoFar.set(path, { ...learned, hasRecords, size: status.size })
}

/** Claims a file for this process if no process writes it any longer. */
const claimOne = async (state: JournalState, name: JournalName): Promise<void> => {
  const { own, clock, readSoFar, ended } = state
  const path = pathOf(state, name)
  const status = await unlessGone(stat(path))
  if (status === undefined || !isAbandoned(name, status.mtimeMs, clock.nowMs())) return
  state.parts += 1
  const mine = pathOf(state, { ...own, part: String(state.parts) })
  // If several processes claim the file, the rename succeeds for only one.
  const renamed = await unlessGone(rename(path, mine).then(() => true))
  if (renamed === undefined) return
  const { to = 0, hasRecords = false } = readSoFar.get(path) ?? {}
  readSoFar.delete(path)
  ended.set(mine, { path: mine, learnedTo: to, from: 0, condensedTo: 0, isJournal: hasRecords })
}

export const openJournal = async (needs: JournalNeeds): Promise<Journal> => {
  const { dataDir, account } = needs
  await mkdir(dataDir, { recursive: true })
  const token = randomBytes(6).toString('hex')
  const own: JournalName = { account, host: thisHost, pid: process.pid, token, part: '0' }
  const file = await open(pathOf(needs, own), 'a', OWNER_ONLY)
  liveTokens.add(token)
  const state: JournalState = {
    ...needs,
    own,
    append: appendTo(file),
    readSoFar: new Map(),
    ended: new Map(),
    parts: 0,
    problem: undefined,
  }
  const others = (): Promise<readonly JournalName[]> => listOthers(dataDir, account, token)
  return {
    append: state.append,
    sync: async () => withEach(state, await others(), (name) => readOther(state, name)),
    takeOver: async (plan) => {
      state.problem = undefined
      await withEach(state, await others(), (name) => claimOne(state, name))
      let isWaiting = false
      await withEach(state, [...state.ended.values()], async (journal) => {
        if (await takeOver(journal, { ...state, plan })) state.ended.delete(journal.path)
        else isWaiting = true
      })
      return isWaiting
    },
    problem: () => state.problem,
    touch: () => {
      const now = new Date(needs.clock.nowMs())
      return file.utimes(now, now)
    },
    close: async () => {
      await file.close()
      liveTokens.delete(token)
      await unlessGone(rename(pathOf(needs, own), pathOf(needs, { ...own, part: 'closed' })))
    },
  }
}
