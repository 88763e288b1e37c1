import type { MessageId } from '@postrider/core/domain/ids/id'
import type { Timers } from '@postrider/core/ports/timers'
import type { SandboxDecision } from './decide.js'
import type { Inbox } from './inbox.js'
import type { Journal } from './journal.js'
import type { JournalRecord } from './journal-record.js'
import { isFinished, type JournalMemory, type TakenMessage } from './journal-memory.js'

/** The memory with its journal: opened when first needed, and again when that failed. */
export interface Store {
  /** Opens the journal and learns what other processes wrote; rejects where the disk does not let it. */
  refresh(): Promise<void>
  /** Puts the records of decisions on disk; false where that failed, and the memory then knows nothing of them. */
  keep(decisions: readonly SandboxDecision[]): Promise<boolean>
  note(records: readonly JournalRecord[]): Promise<void>
  close(): Promise<void>
}

export interface StoreNeeds {
  readonly memory: JournalMemory
  readonly inbox: Inbox
  readonly timers: Timers
  readonly open: () => Promise<Journal>
  /** Messages of processes that have ended are to be reported by this one. */
  readonly onInherited: (taken: TakenMessage) => void
}

/** How often a process looks whether another one has ended. */
const LOOK_AROUND_MS = 2_000

const recordsOf = (decisions: readonly SandboxDecision[]): readonly JournalRecord[] =>
  decisions.flatMap(({ record }) => (record === undefined ? [] : [record]))

/** Takes over what ended processes left; what they delivered just before they ended is found in the inbox. */
const inherit = async (journal: Journal, { memory, inbox, onInherited }: StoreNeeds): Promise<void> => {
  const messageIds: readonly MessageId[] = await journal.takeOver()
  const open = messageIds.flatMap((messageId) => {
    const taken = memory.taken(messageId)
    return taken === undefined || isFinished(taken) ? [] : [taken]
  })
  if (open.length === 0) return
  const delivered = await inbox.recentIds()
  for (const taken of open) {
    taken.inInbox = delivered.has(taken.record.messageId)
    onInherited(taken)
  }
}

/** Looks now and then whether another process has ended, until it is told to stop. */
const lookAround = (journal: Journal, needs: StoreNeeds): (() => Promise<void>) => {
  let stopped = false
  let looking: Promise<void> | undefined
  let cancel = (): void => undefined
  const look = async (): Promise<void> => {
    // A disk that fails here fails the next submission as well, which says so.
    await journal
      .touch()
      .then(() => inherit(journal, needs))
      .catch(() => undefined)
    if (!stopped) later()
  }
  const later = (): void => {
    cancel = needs.timers.after(LOOK_AROUND_MS, () => {
      looking = look()
    })
  }
  later()
  return async () => {
    stopped = true
    cancel()
    await looking
  }
}

export const createStore = (needs: StoreNeeds): Store => {
  const { memory, open } = needs
  let opening: Promise<Journal> | undefined
  let closed = false
  let stopLooking = async (): Promise<void> => undefined

  const openOnce = async (): Promise<Journal> => {
    const journal = await open()
    try {
      await inherit(journal, needs)
    } catch (error) {
      await journal.close()
      throw error
    }
    stopLooking = lookAround(journal, needs)
    return journal
  }
  const ready = async (): Promise<Journal> => {
    if (closed) throw new Error('the sandbox is closed')
    opening ??= openOnce()
    try {
      return await opening
    } catch (error) {
      opening = undefined
      throw error
    }
  }
  return {
    refresh: async () => (await ready()).sync(),
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
      await (await opening)?.append(records)
    },
    close: async () => {
      closed = true
      const journal = await opening?.catch(() => undefined)
      await stopLooking()
      await journal?.close()
    },
  }
}
