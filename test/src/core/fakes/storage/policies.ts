import type { AuditHead } from '@postrider/core/audit/domain/chain'
import type { AuditStorage } from '@postrider/core/audit/ports/audit-storage'
import type { LimitStorage } from '@postrider/core/limits/ports/limit-storage'
import type { Calls } from './calls.js'
import type { MemoryTables } from './tables.js'
import { headIn } from './units.js'

/** A token is kept in thousandths; what is smaller is lost, never given. */
const PARTS = 1_000

/** Token buckets in memory. */
export const memoryLimits = ({ buckets }: MemoryTables, calls: Calls): Partial<LimitStorage> => ({
  take: (keys, decide) =>
    calls.reading('takeTokens', () => {
      const decided = decide(new Map([...buckets].filter(([key]) => keys.includes(key))), new Set())
      for (const [key, bucket] of decided.buckets)
        buckets.set(key, { ...bucket, tokens: Math.floor(bucket.tokens * PARTS) / PARTS })
      return decided.result
    }),
  purge: (untouchedSinceMs, limit) =>
    calls.reading('purgeBuckets', () => {
      const idle = [...buckets].filter(([, { atMs }]) => atMs < untouchedSinceMs).slice(0, limit)
      for (const [key] of idle) buckets.delete(key)
      return idle.length
    }),
})

/** A chain's heads come in the order of their Organizations, the platform's first. */
const headsOf = (tables: MemoryTables): readonly AuditHead[] =>
  [...new Set(tables.audit.map(({ organizationId }) => organizationId))]
    .map((organizationId) => headIn(tables, organizationId))
    .sort((one, other) => ((one.organizationId ?? '') < (other.organizationId ?? '') ? -1 : 1))

/** What was done, in memory. */
export const memoryAudit = (tables: MemoryTables, calls: Calls): Partial<AuditStorage> => ({
  chain: (organizationId, afterSeq, limit) =>
    calls.reading('auditChain', () =>
      tables.audit
        .filter((entry) => entry.organizationId === organizationId && entry.seq > afterSeq)
        .slice(0, limit),
    ),
  heads: (skip, limit) => calls.reading('auditHeads', () => headsOf(tables).slice(skip, skip + limit)),
  ends: (skip, limit) =>
    calls.reading('auditEnds', () =>
      headsOf(tables)
        .slice(skip, skip + limit)
        .map(({ organizationId, seq }) => ({ organizationId, seq })),
    ),
})
