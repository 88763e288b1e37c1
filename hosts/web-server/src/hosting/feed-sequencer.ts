import type { StorageUnavailable } from '@postrider/core/kernel/refusals/outage'
import { SECOND_MS } from '@postrider/core/kernel/time/epoch-ms'
import { E, pipe, TE } from '@postrider/core/fp'
import type { Timers } from '@postrider/core/kernel/ports/timers'
import type { Telemetry } from '@postrider/core/messaging/ports/telemetry'
import type { Postrider } from '@postrider/core/postrider'
import type { HostLog } from './host-log.js'
import { startLoop } from './loop.js'

export interface FeedSequencerNeeds {
  readonly ports: { readonly timers: Timers; readonly telemetry: Telemetry }
  readonly postrider: Pick<
    Postrider,
    'numberFeed' | 'purgeFeed' | 'numberEvents' | 'rollUpFlow' | 'indexRecipients' | 'countUsage'
  >
  readonly log: HostLog
}

/**
 * Numbers changes and their events, counts them and the ledger's new entries, indexes new messages by recipient, and deletes
 * old changes.
 */
export interface FeedSequencer {
  /** Starts no further turn; resolves when those in progress have ended. */
  stop(): Promise<void>
}

const AFTER_FAILURE_MS = SECOND_MS

/** How often changes are counted, and new messages are added to the search index. */
const FLOW_MS = 5 * SECOND_MS
const SEARCH_MS = SECOND_MS
/** How often ledger entries are counted by day. */
const USAGE_MS = 5 * SECOND_MS
/** The number of changes counted, and of messages indexed, in one transaction. */
const CHANGES_AT_ONCE = 1000
const MESSAGES_AT_ONCE = 2000
const ENTRIES_AT_ONCE = 16_000

/** A turn of a sequencer; right: the milliseconds until the next one is due. */
type SequencerTurn = () => TE.TaskEither<StorageUnavailable, number>

/** Counts the feed's changes of messages, and continues at once while there are more. */
const countFlow =
  ({ rollUpFlow }: FeedSequencerNeeds['postrider']): SequencerTurn =>
  () =>
    pipe(
      rollUpFlow(CHANGES_AT_ONCE),
      TE.map((counted) => (counted >= CHANGES_AT_ONCE ? 0 : FLOW_MS)),
    )

/** Indexes new messages by recipient, and continues at once while there are more. */
const indexNewRecipients =
  ({ indexRecipients }: FeedSequencerNeeds['postrider']): SequencerTurn =>
  () =>
    pipe(
      indexRecipients(MESSAGES_AT_ONCE),
      TE.map(({ isMore }) => (isMore ? 0 : SEARCH_MS)),
    )

/** Counts the ledger's new entries by day, and continues at once while there are more. */
const countDays =
  ({ countUsage }: FeedSequencerNeeds['postrider']): SequencerTurn =>
  () =>
    pipe(
      countUsage(ENTRIES_AT_ONCE),
      TE.map((counted) => (counted >= ENTRIES_AT_ONCE ? 0 : USAGE_MS)),
    )

/**
 * Starts a sequencer of the change feed (docs/decisions/0046). Any number of processes may have one each,
 * because storage lets only one at a time work on the feed.
 */
export const startFeedSequencer = ({ ports, postrider, log }: FeedSequencerNeeds): FeedSequencer => {
  const { timers, telemetry } = ports
  const failed = (cause: string): void => telemetry.emit({ _tag: 'PartFailed', where: 'feed', cause })
  const loopOf = (turn: SequencerTurn) =>
    startLoop({
      timers,
      turn: async () => {
        const done = await turn()()
        if (E.isRight(done)) return done.right
        failed(done.left.cause)
        return AFTER_FAILURE_MS
      },
      onBug: (err) => {
        log.error({ where: 'feed', err }, 'background job failed')
        failed('background job failed')
      },
    })
  const turns = [
    postrider.numberFeed,
    postrider.purgeFeed,
    postrider.numberEvents,
    countFlow(postrider),
    indexNewRecipients(postrider),
    countDays(postrider),
  ]
  const loops = turns.map(loopOf)
  return {
    stop: async () => {
      await Promise.all(loops.map((loop) => loop.stop()))
    },
  }
}
