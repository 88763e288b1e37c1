import type { AccountHealth } from '@postrider/core/providers/domain/calls/account-health'
import type { Clock } from '@postrider/core/kernel/ports/clock'
import type { Timers } from '@postrider/core/kernel/ports/timers'
import type { SandboxDecision } from './decide.js'
import type { Inbox } from './inbox.js'
import type { Journal } from './journal.js'
import type { JournalRecord } from './journal-record.js'
import type { JournalMemory, TakenMessage } from './journal-memory.js'

/** The state of the journal, for an account that hasn't been called yet. */
export type StoreHealth = Pick<AccountHealth, 'status' | 'sinceMs' | 'detail'>

/** The memory with its journal, which is reopened every two seconds after a failure. */
export interface Store {
  /** Opens the journal and learns what other processes wrote; rejects if the disk fails. */
  refresh(): Promise<void>
  /**
   * Writes the records of decisions to disk; false if that failed, and the memory then doesn't contain them.
   */
  keep(decisions: readonly SandboxDecision[]): Promise<boolean>
  note(records: readonly JournalRecord[]): Promise<void>
  health(): StoreHealth
  close(): Promise<void>
}

export interface StoreNeeds {
  readonly memory: JournalMemory
  readonly inbox: Inbox
  readonly clock: Clock
  readonly timers: Timers
  readonly open: () => Promise<Journal>
  /** Called with a message of an ended process, which this one has to report. */
  readonly onInherited: (taken: TakenMessage) => void
}

/** How often a process checks for ended processes, and retries to open its journal. */
const LOOK_AROUND_MS = 2_000
/** The same while messages of a journal wait for room. */
const WAIT_FOR_ROOM_MS = 100

export const NO_DIRECTORY = 'the sandbox cannot use its directory'

const recordsOf = (decisions: readonly SandboxDecision[]): readonly JournalRecord[] =>
  decisions.flatMap(({ record }) => (record === undefined ? [] : [record]))

/**
 * Takes over the messages of ended processes; those that they delivered just before they ended are in the
 * inbox. True if more wait for room.
 */
const inherit = async (journal: Journal, { inbox, onInherited }: StoreNeeds): Promise<boolean> => {
  let delivered: ReadonlySet<string> | undefined
  return journal.takeOver(async (messages) => {
    if (messages.length === 0) return
    delivered ??= await inbox.recentIds()
    for (const taken of messages) {
      taken.inInbox = delivered.has(taken.record.messageId)
      onInherited(taken)
    }
  })
}

/** Repeats work, with the pause that it returns, until it is stopped. */
const nowAndThen = (timers: Timers, work: () => Promise<number>): (() => Promise<void>) => {
  let isStopped = false
  let cancel = (): void => undefined
  const turn = async (): Promise<void> => {
    const pauseMs = await work()
    if (isStopped) return
    cancel = timers.after(pauseMs, () => {
      working = turn()
    })
  }
  let working = turn()
  return async () => {
    isStopped = true
    cancel()
    await working
  }
}

/** Remembers the result of the last use of the journal, and since when it applies. */
const healthOf = ({ nowMs }: Clock) => {
  let health: StoreHealth = { status: 'connecting', sinceMs: nowMs(), detail: undefined }
  const to = (status: StoreHealth['status'], detail: string | undefined): void => {
    const sinceMs = health.status === status ? health.sinceMs : nowMs()
    health = { status, sinceMs, detail }
  }
  return { read: () => health, to }
}

const errorText = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Opens the journal on first use, and again after a failure. */
const openedOnce = (open: () => Promise<Journal>) => {
  let opening: Promise<Journal> | undefined
  const ready = async (): Promise<Journal> => {
    opening ??= open()
    const tried = opening
    try {
      return await tried
    } catch (error) {
      if (opening === tried) opening = undefined
      throw error
    }
  }
  return { ready, opened: async () => opening }
}

export const createStore = (needs: StoreNeeds): Store => {
  const { memory, open, clock, timers } = needs
  const health = healthOf(clock)
  const journals = openedOnce(open)
  let closed = false

  const ready = async (): Promise<Journal> => {
    if (closed) throw new Error('the sandbox is closed')
    return journals.ready()
  }
  const refreshed = async (): Promise<Journal> => {
    const journal = await ready()
    await journal.sync()
    return journal
  }
  const lookAround = async (): Promise<number> => {
    try {
      const journal = await refreshed()
      await journal.touch()
      health.to('up', journal.problem())
      const isWaiting = await inherit(journal, needs)
      health.to('up', journal.problem())
      return isWaiting ? WAIT_FOR_ROOM_MS : LOOK_AROUND_MS
    } catch (error) {
      // If the disk fails here, the next submission fails as well and reports it.
      health.to('down', `${NO_DIRECTORY}: ${errorText(error)}`)
      return LOOK_AROUND_MS
    }
  }
  const stopLooking = nowAndThen(timers, lookAround)
  return {
    refresh: async () => void (await refreshed()),
    keep: async (decisions) => {
      const records = recordsOf(decisions)
      try {
        if (records.length > 0) await (await ready()).append(records)
        return true
      } catch {
        for (const record of records) memory.forget(record.messageId)
        return false
      }
    },
    note: async (records) => {
      for (const record of records) memory.learn(record)
      await (await journals.opened())?.append(records)
    },
    health: health.read,
    close: async () => {
      closed = true
      await stopLooking()
      const journal = await journals.opened().catch(() => undefined)
      await journal?.close()
    },
  }
}
