import type { StorageUnavailable } from '@postrider/core/domain/refusals/outage'
import { SECOND_MS } from '@postrider/core/domain/time/epoch-ms'
import { E, type TE } from '@postrider/core/fp'
import type { Ports } from '@postrider/core/ports/ports'
import type { Postrider } from '@postrider/core/postrider'
import type { HostLog } from './host-log.js'
import { startLoop } from './loop.js'

export interface FeedKeeperNeeds {
  readonly ports: Pick<Ports, 'timers' | 'telemetry'>
  readonly postrider: Pick<Postrider, 'numberFeed' | 'purgeFeed'>
  readonly log: HostLog
}

/** What gives changes their numbers, and forgets old ones. */
export interface FeedKeeper {
  /** No further turn; resolves when those under way have ended. */
  stop(): Promise<void>
}

const AFTER_FAILURE_MS = SECOND_MS

/**
 * Starts a keeper of the change feed (docs/decisions/0046). Any number of processes may have one each: the storage lets one at
 * the feed at a time, and which is none's affair.
 */
export const startFeedKeeper = ({ ports, postrider, log }: FeedKeeperNeeds): FeedKeeper => {
  const { timers, telemetry } = ports
  const failed = (cause: string): void => telemetry.emit({ _tag: 'PartFailed', where: 'feed', cause })
  const loopOf = (turn: () => TE.TaskEither<StorageUnavailable, number>) =>
    startLoop({
      timers,
      turn: async () => {
        const done = await turn()()
        if (E.isRight(done)) return done.right
        failed(done.left.cause)
        return AFTER_FAILURE_MS
      },
      onBug: (err) => {
        log.error({ where: 'feed', err }, 'a turn failed')
        failed('a turn failed')
      },
    })
  const loops = [loopOf(postrider.numberFeed), loopOf(postrider.purgeFeed)]
  return {
    stop: async () => {
      await Promise.all(loops.map((loop) => loop.stop()))
    },
  }
}
