import { hostname } from 'node:os'
import type { EpochMs } from '@postrider/core/kernel/time/epoch-ms'

/** The writer of a journal file, according to its name. */
export interface JournalName {
  readonly account: string
  readonly host: string
  readonly pid: number
  /** Distinguishes the journals of one process, and of processes with the same id. */
  readonly token: string
  /**
   * `0` for the current file, `1` … for those that are being taken over, `closed` for one that was given up.
   */
  readonly part: string
}

const START = 'sandbox-journal'
const START_UNREADABLE = 'sandbox-unreadable'

export const thisHost = hostname().replace(/[^A-Za-z0-9-]/g, '-') || 'host'

export const spellName = ({ account, host, pid, token, part }: JournalName): string =>
  [START, account, host, pid, token, part, 'jsonl'].join('.')

/** The new name of a journal file without records, under which no process reads it again. */
export const unreadableName = (file: string): string => file.replace(START, START_UNREADABLE)

/** The name's parts; undefined for another file, or another account's. */
export const readName = (file: string, account: string): JournalName | undefined => {
  const [start, of, host, pid, token, part, ending] = file.split('.')
  if (start !== START || of !== account || ending !== 'jsonl') return undefined
  if (host === undefined || token === undefined || part === undefined) return undefined
  return { account, host, pid: Number(pid), token, part }
}

/** The tokens of the journals that this process has open. */
export const liveTokens = new Set<string>()

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** Processes on another host count as alive as long as they touch their files. */
const SILENT_MS = 30_000

/** Whether no process writes the file any longer, so that it may be taken over. */
export const isAbandoned = (name: JournalName, touchedMs: EpochMs, nowMs: EpochMs): boolean => {
  if (name.part === 'closed') return true
  if (name.host !== thisHost) return touchedMs < nowMs - SILENT_MS
  return name.pid === process.pid ? !liveTokens.has(name.token) : !isRunning(name.pid)
}
