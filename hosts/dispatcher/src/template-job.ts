import { MINUTE_MS } from '@postrider/core/kernel/time/epoch-ms'
import { E } from '@postrider/core/fp'
import type { DispatchUseCases } from '@postrider/core/assembly/dispatching'
import type { BackgroundJob, BackgroundJobNeeds } from './background-jobs.js'
import type { DispatcherIntervals } from './pace.js'

/**
 * Compares templates with those that their vendors have; the first time shortly after the start, so that a
 * restart doesn't wait for it.
 */
export const syncTemplatesJob = (
  { ports: { telemetry }, postrider }: BackgroundJobNeeds,
  dispatching: DispatchUseCases,
  { templateMs }: DispatcherIntervals,
): BackgroundJob => {
  const work = postrider.paceWork('upkeep')
  let isStarted = false
  return async () => {
    if (!isStarted) {
      isStarted = true
      return Math.min(templateMs, MINUTE_MS)
    }
    const turn = await work.turn(dispatching.syncTemplates())
    if (turn._tag === 'NotYet') return turn.restMs
    const synced = turn.result
    if (E.isLeft(synced)) telemetry.emit({ _tag: 'PartFailed', where: 'provider', cause: synced.left.cause })
    return templateMs
  }
}
