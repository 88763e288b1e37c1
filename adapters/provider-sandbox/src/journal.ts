import { randomBytes } from 'node:crypto'
import { mkdir, open, readdir, rename, stat, unlink, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import type { MessageId, ProviderAccountId } from '@postrider/core/domain/ids/id'
import type { Clock } from '@postrider/core/ports/clock'
import { decodeRecord, encodeRecord, type JournalRecord } from './journal-record.js'
import { isAbandoned, liveTokens, readName, spellName, thisHost, type JournalName } from './journal-name.js'
import type { JournalMemory } from './journal-memory.js'
import { readLines } from './read-lines.js'

/**
 * What the sandbox knows, on disk: one file for each open account of each process, which that process alone
 * appends to and the others read. A process's crash loses nothing that was appended; a power cut may.
 */
export interface Journal {
  /** Writes records, all or (with an error) perhaps none. */
  append(records: readonly JournalRecord[]): Promise<void>
  /** Learns what other processes have written since the last time. */
  sync(): Promise<void>
  /** Takes over the files of processes that have ended, condensed, and gives the messages they speak of. */
  takeOver(): Promise<readonly MessageId[]>
  /** Shows processes on other hosts that this one lives. */
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

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT'

/** What another process does to its file at the same moment is no failure; it is looked at the next time. */
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

const appendTo = (file: FileHandle): Journal['append'] => {
  let torn = false
  return async (records) => {
    if (records.length === 0) return
    const text = records.map(encodeRecord).join('')
    try {
      // After a write that failed half-way the next one begins a line of its own.
      await file.appendFile(torn ? `\n${text}` : text)
      torn = false
    } catch (error) {
      torn = true
      throw error
    }
  }
}

/** What the parts of an open journal share. */
interface JournalState extends JournalNeeds {
  readonly own: JournalName
  readonly append: Journal['append']
  /** How far the files of others have been read. */
  readonly readSoFar: Map<string, number>
  /** Files taken over so far. */
  parts: number
}

const pathOf = ({ dataDir }: JournalNeeds, name: JournalName): string => join(dataDir, spellName(name))

const learnFrom = (
  memory: JournalMemory,
  path: string,
  from: number,
  onRecord: (record: JournalRecord) => void,
): Promise<number> =>
  readLines(path, from, (line) => {
    const record = decodeRecord(line)
    if (record === undefined) return
    memory.learn(record)
    onRecord(record)
  })

const readOther = async (state: JournalState, name: JournalName): Promise<void> => {
  const path = pathOf(state, name)
  const from = state.readSoFar.get(path) ?? 0
  const status = await unlessGone(stat(path))
  if (status === undefined || status.size <= from) return
  const offset = await unlessGone(learnFrom(state.memory, path, from, () => undefined))
  if (offset !== undefined) state.readSoFar.set(path, offset)
}

/** Takes over a file if nobody writes it any more; the messages found in it. */
const takeOverOne = async (state: JournalState, name: JournalName): Promise<readonly MessageId[]> => {
  const { memory, own, append, clock, readSoFar } = state
  const path = pathOf(state, name)
  const status = await unlessGone(stat(path))
  if (status === undefined || !isAbandoned(name, status.mtimeMs, clock.nowMs())) return []
  state.parts += 1
  const mine = pathOf(state, { ...own, part: String(state.parts) })
  // Of several processes that want the file, the rename succeeds for one.
  const renamed = await unlessGone(rename(path, mine).then(() => true))
  if (renamed === undefined) return []
  const messageIds = new Set<MessageId>()
  await learnFrom(memory, mine, 0, (record) => messageIds.add(record.messageId))
  await append(memory.condensed(messageIds, clock.nowMs()))
  await unlink(mine)
  readSoFar.delete(path)
  return [...messageIds]
}

export const openJournal = async (needs: JournalNeeds): Promise<Journal> => {
  const { dataDir, account } = needs
  await mkdir(dataDir, { recursive: true })
  const token = randomBytes(6).toString('hex')
  const own: JournalName = { account, host: thisHost, pid: process.pid, token, part: '0' }
  const file = await open(pathOf(needs, own), 'a', OWNER_ONLY)
  liveTokens.add(token)
  const state: JournalState = { ...needs, own, append: appendTo(file), readSoFar: new Map(), parts: 0 }
  const others = (): Promise<readonly JournalName[]> => listOthers(dataDir, account, token)
  return {
    append: state.append,
    sync: async () => {
      for (const name of await others()) await readOther(state, name)
    },
    takeOver: async () => {
      const found: MessageId[] = []
      for (const name of await others()) found.push(...(await takeOverOne(state, name)))
      return found
    },
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
