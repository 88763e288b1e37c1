import { E } from '@postrider/core/fp'
import type { Postrider } from '@postrider/core/postrider'

/** The mode of readings: answered, delayed, or failing because of the database. */
export type ReadingMode = 'answered' | 'held' | 'failing'

/** The runner of a site whose readings can be delayed or made to fail. */
export interface HeldReadings {
  readonly runOperation: Postrider['runOperation']
  become(mode: ReadingMode): void
}

const OUTAGE = { _tag: 'StorageUnavailable', cause: 'the database does not answer' } as const

/** The readings that a page needs to know who is signed in. */
const ALWAYS = new Set(['getOwnAccess', 'getCustomerContext'])

/** Wraps the runner; at first every reading gets its response. */
export const holdReadings = ({ runOperation }: Pick<Postrider, 'runOperation'>): HeldReadings => {
  let mode: ReadingMode = 'answered'
  let waiting: Array<() => void> = []
  return {
    runOperation: (principal, operation, ...rest) => {
      const run = runOperation(principal, operation, ...rest)
      return async () => {
        if (ALWAYS.has(operation)) return run()
        if (mode === 'held') await new Promise<void>((resolve) => waiting.push(resolve))
        return mode === 'failing' ? E.left(OUTAGE) : run()
      }
    },
    become: (next) => {
      mode = next
      if (next === 'held') return
      for (const go of waiting) go()
      waiting = []
    },
  }
}
