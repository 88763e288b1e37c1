import { type PurgedKinds, RETAINED_KINDS } from '@postrider/core/platform/domain/retention/retention'
import { DAY_MS } from '@postrider/core/kernel/time/epoch-ms'
import type { RetentionStorage } from '@postrider/core/platform/ports/retention-storage'
import type { Calls } from './calls.js'
import type { MemoryTables } from './tables.js'

/** Retention in memory. */
export const memoryRetention = (tables: MemoryTables, calls: Calls): Partial<RetentionStorage> => {
  const marks = tables.purgedBefore
  return {
    purgedBefore: () => calls.reading('purgedBefore', (): PurgedKinds => ({ ...marks })),
    figures: (nowMs) =>
      calls.reading('retained', () => {
        const times = [...tables.messages.values()]
          .map(({ acceptedAtMs }) => acceptedAtMs)
          .sort((a, b) => a - b)
        const perDay = times.filter((atMs) => atMs >= nowMs - DAY_MS).length
        return RETAINED_KINDS.map((kind) => ({ kind, oldestMs: times[0], perDay }))
      }),
  }
}
