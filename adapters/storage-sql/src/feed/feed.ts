import { E } from '@postrider/core/fp'
import type { FeedHead, FeedStorage } from '@postrider/core/feed/ports/feed-storage'
import type { Engine, Rows } from '../engine/engine.js'
import { unknownIsUndone } from '../engine/outcome.js'
import { beginEpoch, presentHeadOf, prolongWatch, readFeedHead } from './head.js'
import { countWaiting, numberChanges } from './number-changes.js'
import { purgeChanges } from './purge-changes.js'
import { readChanges } from './read-changes.js'

/** The feed of changes that people see. */
export const feedStorage = (engine: Engine): FeedStorage => {
  const head: FeedStorage['head'] = () => async () => {
    const read = await engine.read([readFeedHead()], 'each')
    return E.map(([rows = []]: readonly Rows[]): FeedHead => {
      const { epoch, seq } = presentHeadOf(rows, engine.dialect)
      return { epoch, seq }
    })(read)
  }
  return {
    head,
    read: (after, limit) => () => readChanges(engine, after, limit),
    number: (limit, nowMs) => () => numberChanges(engine, limit, nowMs),
    waiting: (most) => () => countWaiting(engine, most),
    watch: (untilMs) => async () => {
      const statements = [prolongWatch(untilMs, untilMs)]
      return unknownIsUndone(await engine.transact([], () => ({ statements, result: undefined })))
    },
    purge: (retention, limit) => () => purgeChanges(engine, retention, limit),
    reset: () => async () => {
      const begun = await engine.transact([], () => ({ statements: [beginEpoch()], result: undefined }))
      const known = unknownIsUndone(begun)
      return E.isLeft(known) ? known : head()()
    },
  }
}
