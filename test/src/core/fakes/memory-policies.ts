import { suppressionKey } from '@postrider/core/domain/suppressions/suppression'
import type { AuditStorage } from '@postrider/core/ports/storage/audit-storage'
import type { LimitStorage } from '@postrider/core/ports/storage/limit-storage'
import type { SuppressionStorage } from '@postrider/core/ports/storage/suppression-storage'
import type { Faults } from './faults.js'
import type { MemoryTables } from './memory-tables.js'

/** A token is kept in thousandths; what is smaller is lost, never given. */
const PARTS = 1_000

/** Token buckets in memory. */
export const memoryLimits = ({ buckets }: MemoryTables, faults: Faults): LimitStorage => ({
  take: (keys, decide) =>
    faults.reading('takeTokens', () => {
      const decided = decide(new Map([...buckets].filter(([key]) => keys.includes(key))))
      for (const [key, bucket] of decided.buckets)
        buckets.set(key, { ...bucket, tokens: Math.floor(bucket.tokens * PARTS) / PARTS })
      return decided.result
    }),
  purge: (untouchedSinceMs, limit) =>
    faults.reading('purgeBuckets', () => {
      const idle = [...buckets].filter(([, { atMs }]) => atMs < untouchedSinceMs).slice(0, limit)
      for (const [key] of idle) buckets.delete(key)
      return idle.length
    }),
})

/** The suppression list in memory. */
export const memorySuppressions = (tables: MemoryTables, faults: Faults): SuppressionStorage => ({
  add: (suppression, audit) =>
    faults.writing('suppress', () => {
      if (tables.suppressions.has(suppressionKey(suppression))) return false
      tables.suppressions.set(suppressionKey(suppression), suppression)
      tables.audit.push(audit)
      tables.epoch += 1
      return true
    }),
  remove: (key, audit) =>
    faults.writing('unsuppress', () => {
      if (!tables.suppressions.delete(suppressionKey(key))) return false
      tables.audit.push(audit)
      tables.epoch += 1
      return true
    }),
})

/** What was done, in memory. */
export const memoryAudit = ({ audit }: MemoryTables, faults: Faults): AuditStorage => ({
  append: (events) => faults.writing('appendAudit', () => void audit.push(...events)),
  list: (after, limit) =>
    faults.reading('listAudit', () =>
      [...audit]
        .sort((one, other) => (one.auditId < other.auditId ? -1 : 1))
        .filter(({ auditId }) => after === undefined || auditId > after)
        .slice(0, limit),
    ),
})
