import { RETAINED_KINDS } from '@postrider/core/platform/domain/retention/retention'
import type { Outage } from '@postrider/core/kernel/refusals/outage'
import { E, type TE } from '@postrider/core/fp'
import type { BackgroundJob, BackgroundJobNeeds } from './background-jobs.js'
import type { DispatcherIntervals } from './pace.js'

/** The number of rows that one batch of a purge deletes per table. */
const PURGED = { least: 50, most: 1_000 }

/** Removes at most `most` rows of each of its tables, and returns the number. */
type Removal = (most: number) => TE.TaskEither<Outage, number>

/** Removes rows in batches while a batch removes at least `enough` of its size; then again after `pauseMs`. */
const removing = (
  { ports: { telemetry }, postrider }: BackgroundJobNeeds,
  pauseMs: number,
  remove: Removal,
  enough: (size: number) => number,
): BackgroundJob => {
  const work = postrider.paceWork('upkeep', PURGED)
  return async () => {
    const runBatch = async (size: number): Promise<boolean> => {
      const removed = await remove(size)()
      if (E.isLeft(removed)) telemetry.emit({ _tag: 'PartFailed', where: 'purge', cause: removed.left.cause })
      return E.isRight(removed) && removed.right >= enough(size)
    }
    const turn = await work.turn(runBatch, (isMore) => isMore)
    return turn._tag === 'NotYet' || turn.result ? turn.restMs : pauseMs
  }
}

/** Deletes expired keys and sessions, old events and attempts, unused counts, and files that were never attached. */
export const purges = (needs: BackgroundJobNeeds, pace: DispatcherIntervals): readonly BackgroundJob[] => {
  const { storage, clock } = needs.ports
  const purgeKeys = (most: number) =>
    storage.acceptance.purgeAccepted(clock.nowMs() - pace.keysKeptForMs, most)
  const purgeEvents = (most: number) => storage.events.purge(clock.nowMs() - pace.eventsKeptForMs, most)
  const { postrider } = needs
  const retained = RETAINED_KINDS.flatMap((kind) => {
    const keptForMs = pace.retention[kind]
    if (keptForMs === undefined) return []
    return [(most: number) => storage.retention.purge(kind, clock.nowMs() - keptForMs, most)]
  })
  return [
    purgeKeys,
    purgeEvents,
    ...retained,
    postrider.purgeResults,
    postrider.purgeBuckets,
    postrider.purgePrefixCounts,
    postrider.purgePeople,
    postrider.purgeCookieSessions,
    postrider.purgeBulks,
    postrider.purgeAttachments,
    postrider.purgeFlow,
    postrider.purgeInbound,
    postrider.purgeUnreadable,
    postrider.purgeProviderTests,
    postrider.purgeTestMessages,
    postrider.purgeWebhookAttempts,
  ].map((purge) => removing(needs, pace.purgeMs, purge, (size) => size))
}

/** Erases recipients' data: a step is small if a person has few messages, so that any progress is enough to go on. */
export const erasing = (needs: BackgroundJobNeeds, { erasureMs }: DispatcherIntervals): BackgroundJob =>
  removing(needs, erasureMs, needs.postrider.eraseRecipients, () => 1)
