import type { MessageId } from '@postrider/core/kernel/ids/id'
import type { EpochMs } from '@postrider/core/kernel/time/epoch-ms'
import { type Behavior, BEHAVIORS } from './behavior.js'
import { createGenerations } from './generations.js'
import { MOST_REPORTS, reportsOf } from './planned-report.js'

/** A message that the sandbox accepted, without its content. */
export interface KnownMessage {
  readonly atMs: EpochMs
  readonly behavior: Behavior
  /** The positions in the plan that the platform has stored, one bit each. */
  readonly reported: number
}

/** The messages that the sandbox remembers, each as one number: some 120 bytes per message with its id. */
export interface KnownMessages {
  get(messageId: MessageId): KnownMessage | undefined
  set(messageId: MessageId, known: KnownMessage): void
  delete(messageId: MessageId): void
}

/**
 * This many finished messages are remembered, and at most twice as many; those with open reports are never
 * forgotten.
 */
const REMEMBERED = 100_000

const PLACES = 2 ** MOST_REPORTS
const BEHAVIOR_COUNT = BEHAVIORS.length

/** All positions in the plan of a behavior, one bit each. */
export const allPlaces = (behavior: Behavior): number => 2 ** reportsOf(behavior).length - 1

/** Whether every report is stored by the platform. */
export const isFinished = ({ behavior, reported }: Pick<KnownMessage, 'behavior' | 'reported'>): boolean =>
  reported === allPlaces(behavior)

/** The union of these positions and those that are already set. */
export const withPlaces = (reported: number, places: readonly number[]): number =>
  places.reduce((bits, place) => bits | (1 << place), reported)

/** The positions that are set, in order. */
export const placesIn = (reported: number): readonly number[] =>
  Array.from({ length: MOST_REPORTS }, (_, place) => place).filter((place) => (reported & (1 << place)) !== 0)

const pack = ({ atMs, behavior, reported }: KnownMessage): number =>
  (atMs * BEHAVIOR_COUNT + BEHAVIORS.indexOf(behavior)) * PLACES + reported

const unpack = (packed: number): KnownMessage => {
  const reported = packed % PLACES
  const rest = (packed - reported) / PLACES
  const index = rest % BEHAVIOR_COUNT
  return { atMs: (rest - index) / BEHAVIOR_COUNT, behavior: BEHAVIORS[index] ?? 'deliver', reported }
}

export const createKnownMessages = (): KnownMessages => {
  const packed = createGenerations<MessageId, number>(REMEMBERED, (one) => !isFinished(unpack(one)))
  return {
    get: (messageId) => {
      const one = packed.get(messageId)
      return one === undefined ? undefined : unpack(one)
    },
    set: (messageId, known) => packed.set(messageId, pack(known)),
    delete: packed.delete,
  }
}
