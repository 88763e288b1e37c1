import type { Outage } from '../../kernel/refusals/outage.js'
import { E } from '../../fp.js'
import type { UnitStorage } from '../../assembly/unit-of-work.js'
import type { Clock } from '../../kernel/ports/clock.js'
import type { Timers } from '../../kernel/ports/timers.js'
import { type Act, type AuditNeeds, recordActs } from './record-act.js'
import { createBatcher } from '../../kernel/batching/batcher.js'

/** Writes an action that changed nothing to the audit log; left: it couldn't be written. */
export type RecordCall = (act: Act) => Promise<E.Either<Outage, void>>

/** Only one batch runs at a time, because batches would wait for each other's chain locks. */
const LIMITS = { lanes: 1, maxBatch: 128, maxWaiting: 4096 }

type Needs = AuditNeeds & {
  readonly storage: { readonly units: UnitStorage }
  readonly clock: Clock
  readonly timers: Timers
}

/** Records concurrent calls in groups, so that each call doesn't need its own commit. */
export const recordCalls = (needs: Needs): RecordCall => {
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
