import { E } from '@postrider/core/fp'
import type { Postrider } from '@postrider/core/postrider'

/** What becomes of what screens read: it is answered, it has no answer yet, or the database does not answer. */
export type ReadingMode = 'answered' | 'held' | 'failing'

/** The runner of a site whose readings are held back or fail, as it is told. */
export interface HeldReadings {
  readonly runOperation: Postrider['runOperation']
  become(mode: ReadingMode): void
}

const OUTAGE = { _tag: 'StorageUnavailable', cause: 'the database does not answer' } as const

/** What a page needs to know who is in front of it. */
const ALWAYS = new Set(['getOwnAccess', 'getCustomerContext'])

/** Stands in front of the runner; at first everything is answered. */
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
