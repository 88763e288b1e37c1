import type { Outage } from '../../kernel/refusals/outage.js'
import { E } from '../../fp.js'
import type { Ports } from '../../assembly/ports.js'
import { type Act, type AuditNeeds, recordActs } from './record-act.js'
import { createBatcher } from '../../kernel/batching/batcher.js'

/** Puts an act on record that changed nothing; left: it could not be written. */
export type RecordCall = (act: Act) => Promise<E.Either<Outage, void>>

/** One chain after the other would wait for itself: one batch at a time. */
const LIMITS = { lanes: 1, maxBatch: 128, maxWaiting: 4096 }

/** Records calls in groups: of those who call at once, none waits for a commit of its own. */
export const recordCalls = (needs: AuditNeeds & Pick<Ports, 'storage' | 'clock' | 'timers'>): RecordCall => {
  const { storage, clock, timers } = needs
  const keep = (acts: readonly Act[]) =>
    storage.units.transact<never, undefined>('shared', async (unit) => {
      await recordActs(needs, unit, acts, clock.nowMs())
      return E.right(undefined)
    })()
  const line = createBatcher<Act, E.Either<Outage, undefined>>({
    ...LIMITS,
    timers,
    run: async (acts) => {
      const kept = await keep(acts)
      return acts.map(() => kept)
    },
  })
  return async (act) => {
    const submitted = await line.submit(act)
    return E.isLeft(submitted) ? submitted : submitted.right
  }
}
