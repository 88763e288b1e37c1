import { mayWorkAt } from '@postrider/core/bulk/domain/bulk'
import type { BulkStorage } from '@postrider/core/bulk/ports/bulk-storage'
import type { UnitOfWork } from '@postrider/core/assembly/unit-of-work'
import type { Calls } from './calls.js'
import { inMap, memoryRepository } from './repository.js'
import type { MemoryTables } from './tables.js'
import type { WorkingCopy } from './working-copy.js'

const bulks = inMap(
  (tables) => tables.bulks,
  (one) => one.bulkId,
)

/** Bulks inside the unit. */
export const bulksInMemory = (copy: WorkingCopy): UnitOfWork['bulks'] => ({
  ...memoryRepository(copy, bulks, (key: string) => key),
  addItems: (items) => copy.write(({ bulkItems }) => void bulkItems.push(...items)),
  refuse: (items) =>
    copy.write(({ bulkItems }) => {
      for (const { bulkId, number, refusal, message } of items) {
        const at = bulkItems.findIndex((one) => one.bulkId === bulkId && one.number === number)
        const item = bulkItems[at]
        if (item !== undefined) bulkItems[at] = { ...item, refusal, message }
      }
    }),
})

/** Bulks as they are read, in memory. */
export const memoryBulks = (tables: MemoryTables, calls: Calls): BulkStorage => {
  const itemsAfter = (bulkId: string, after: number) =>
    tables.bulkItems
      .filter((one) => one.bulkId === bulkId && one.number > after)
      .sort((one, other) => one.number - other.number)
  return {
    due: (claim, nowMs) =>
      calls.reading(
        'dueBulk',
        () =>
          [...tables.bulks.values()]
            .filter((bulk) => mayWorkAt(bulk, claim, nowMs))
            .sort((one, other) => one.createdAtMs - other.createdAtMs)[0]?.bulkId,
      ),
    items: (bulkId, after, limit) =>
      calls.reading('bulkItems', () => itemsAfter(bulkId, after).slice(0, limit)),
    refusals: (bulkId, after, limit) =>
      calls.reading('bulkRefusals', () => {
        const bulk = tables.bulks.get(bulkId)
        const items = itemsAfter(bulkId, after)
          .filter(({ refusal }) => refusal !== undefined)
          .slice(0, limit)
        return { epoch: tables.epoch, value: bulk && { bulk, items } }
      }),
    purge: (previewedBeforeMs, madeBeforeMs) =>
      calls.reading('purgeBulks', () => {
        const old = [...tables.bulks.values()].filter(({ state, createdAtMs }) =>
          state === 'previewed'
            ? createdAtMs < previewedBeforeMs
            : state !== 'running' && createdAtMs < madeBeforeMs,
        )
        for (const { bulkId } of old) {
          tables.bulks.delete(bulkId)
          const kept = tables.bulkItems.filter((one) => one.bulkId !== bulkId)
          tables.bulkItems.splice(0, tables.bulkItems.length, ...kept)
        }
        return old.length
      }),
  }
}
