import type { MessageId } from '@postrider/core/kernel/ids/id'
import { createGenerations } from './generations.js'
import type { InboxMessage } from './inbox.js'
import type { JournalRecord, TakenRecord } from './journal-record.js'
import { createKnownMessages, isFinished, type KnownMessage, withPlaces } from './known-messages.js'

/** A message that this process delivers and reports. */
export interface TakenMessage {
  readonly record: Omit<TakenRecord, 'message'>
  readonly message: InboxMessage | undefined
  /** The positions in the plan that the platform has stored, one bit each. */
  reported: number
  inInbox: boolean
}

/** The content of the journals of this process and of others. */
export interface JournalMemory {
  /** Learns a record. The content of a message isn't kept. */
  learn(record: JournalRecord): void
  /** Learns that a message was accepted, and keeps its content until everything is reported. */
  hold(record: TakenRecord): TakenMessage
  /** Undoes learning a record that couldn't be written. */
  forget(messageId: MessageId): void
  /** The message, if it was accepted. */
  known(messageId: MessageId): KnownMessage | undefined
  /** The message, if this process has its content. */
  held(messageId: MessageId): TakenMessage | undefined
  /** Whether one more message may be held, in addition to this many that are about to be. */
  hasRoom(others?: number): boolean
  refusals(messageId: MessageId): number
}

/** The maximum number of messages whose content is held, and of characters in them. */
const HELD_AT_MOST = 10_000
const HELD_CHARACTERS_AT_MOST = 4_000_000

/** The number of refusals, and of reports that were read before their message, that are remembered. */
const ASIDE = 10_000

const charactersOf = (message: InboxMessage | undefined): number =>
  message === undefined
    ? 0
    : Object.values(message).reduce<number>((sum, text) => sum + (text?.length ?? 0), 0)

const knownOf = ({ record: { atMs, behavior }, reported }: TakenMessage): KnownMessage => ({
  atMs,
  behavior,
  reported,
})

/** The messages whose content is held, and its total size. */
const createHeldMessages = () => {
  const held = new Map<MessageId, TakenMessage>()
  let characters = 0
  const remove = (messageId: MessageId): void => {
    const taken = held.get(messageId)
    if (taken !== undefined && held.delete(messageId)) characters -= charactersOf(taken.message)
  }
  return {
    get: (messageId: MessageId) => held.get(messageId),
    add: (taken: TakenMessage): void => {
      held.set(taken.record.messageId, taken)
      characters += charactersOf(taken.message)
    },
    remove,
    hasRoom: (others = 0) => held.size + others < HELD_AT_MOST && characters < HELD_CHARACTERS_AT_MOST,
  }
}

export const createJournalMemory = (): JournalMemory => {
  const finished = createKnownMessages()
  const held = createHeldMessages()
  const refusals = createGenerations<MessageId, number>(ASIDE)
  // Reports that were read before their message's record, which is in another process's file.
  const early = createGenerations<MessageId, number>(ASIDE)

  const known = (messageId: MessageId): KnownMessage | undefined => {
    const taken = held.get(messageId)
    return taken === undefined ? finished.get(messageId) : knownOf(taken)
  }
  const takeEarly = (messageId: MessageId): number => {
    const places = early.get(messageId) ?? 0
    early.delete(messageId)
    refusals.delete(messageId)
    return places
  }
  const report = (messageId: MessageId, places: readonly number[]): void => {
    const taken = held.get(messageId)
    const one = known(messageId)
    if (one === undefined) {
      early.set(messageId, withPlaces(early.get(messageId) ?? 0, places))
      return
    }
    const reported = withPlaces(one.reported, places)
    if (taken !== undefined) taken.reported = reported
    if (taken !== undefined && !isFinished({ ...one, reported })) return
    held.remove(messageId)
    finished.set(messageId, { ...one, reported })
  }
  return {
    learn: (record) => {
      const { messageId } = record
      if (record.kind === 'reported') report(messageId, record.places)
      else if (record.kind === 'refused')
        refusals.set(messageId, Math.max(record.times, refusals.get(messageId) ?? 0))
      else if (known(messageId) === undefined) {
        const { atMs, behavior } = record
        finished.set(messageId, { atMs, behavior, reported: takeEarly(messageId) })
      }
    },
    hold: ({ message, ...record }) => {
      const { messageId } = record
      const reported = known(messageId)?.reported ?? takeEarly(messageId)
      finished.delete(messageId)
      const taken = { record, message, reported, inInbox: false }
      held.add(taken)
      return taken
    },
    forget: (messageId) => {
      held.remove(messageId)
      finished.delete(messageId)
    },
    known,
    held: held.get,
    hasRoom: held.hasRoom,
    refusals: (messageId) => refusals.get(messageId) ?? 0,
  }
}
