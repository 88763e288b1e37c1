import type { CommitUnknown, StorageUnavailable } from '@postrider/core/kernel/refusals/outage'
import { E } from '@postrider/core/fp'
import type { Calls } from './storage/calls.js'

/**
 * The faults of a call: it doesn't arrive, its response is lost (after or before the commit), or a bug
 * throws.
 */
export type Fault = 'away' | 'answer lost' | 'commit lost' | 'throws'

/** Faults for the next calls of an in-memory storage, by the call's name. Calls without a fault succeed. */
export interface Faults extends Calls {
  plan(call: string, ...faults: readonly Fault[]): void
  /** Returns how often a call was made, whatever its result. */
  calls(call: string): number
}

const away: StorageUnavailable = { _tag: 'StorageUnavailable', cause: 'the fake is away' }
const lost: CommitUnknown = { _tag: 'CommitUnknown', cause: 'the fake lost its answer' }

export const plannedFaults = (): Faults => {
  const planned = new Map<string, Fault[]>()
  const made = new Map<string, number>()

  const meet = async (call: string): Promise<Fault | undefined> => {
    made.set(call, (made.get(call) ?? 0) + 1)
    const fault = planned.get(call)?.shift()
    await new Promise((resolve) => setImmediate(resolve))
    if (fault === 'throws') throw new Error('the fake throws')
    return fault
  }

  return {
    plan: (call, ...faults) => void planned.set(call, [...(planned.get(call) ?? []), ...faults]),
    calls: (call) => made.get(call) ?? 0,
    reading: (call, run) => async () => ((await meet(call)) === undefined ? E.right(run()) : E.left(away)),
    writing: (call, run) => async () => {
      const fault = await meet(call)
      if (fault === 'away') return E.left(away)
      if (fault === 'commit lost') return E.left(lost)
      const result = run()
      return fault === 'answer lost' ? E.left(lost) : E.right(result)
    },
    unit: (call, run) => async () => {
      const fault = await meet(call)
      if (fault === 'away') return E.left(away)
      const { outcome, keep } = await run()
      if (E.isLeft(outcome)) return outcome
      if (fault === 'commit lost') return E.left(lost)
      keep()
      return fault === 'answer lost' ? E.left(lost) : outcome
    },
  }
}
