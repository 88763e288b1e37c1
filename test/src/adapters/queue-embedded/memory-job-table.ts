import type { MessageId } from '@postrider/core/kernel/ids/id'
import { E } from '@postrider/core/fp'
import type { JobTable } from '@postrider/core/messaging/ports/job-table'
import type { Job } from '@postrider/core/messaging/ports/queue'

interface Row extends Job {
  claimableAtMs: number
}

/** A job table in memory that a test can make fail, and that counts its calls. */
export interface MemoryJobTable extends JobTable {
  fail(failing: boolean): void
  readonly calls: Record<'insert' | 'claim' | 'release' | 'remove' | 'depth', number>
  ids(): readonly MessageId[]
}

export const createMemoryJobTable = (): MemoryJobTable => {
  const rows = new Map<MessageId, Row>()
  const calls = { insert: 0, claim: 0, release: 0, remove: 0, depth: 0 }
  let failing = false
  const answer =
    <A>(what: keyof typeof calls, run: () => A) =>
    async () => {
      calls[what] += 1
      await new Promise(setImmediate)
      return failing ? E.left({ _tag: 'StorageUnavailable' as const, cause: 'told to fail' }) : E.right(run())
    }
  const free = (row: Row, lane: string, nowMs: number): boolean =>
    row.lane === lane && row.claimableAtMs <= nowMs
  return {
    calls,
    fail: (should) => {
      failing = should
    },
    ids: () => [...rows.keys()],
    insert: (jobs, nowMs) =>
      answer('insert', () => {
        for (const job of jobs)
          if (!rows.has(job.messageId)) rows.set(job.messageId, { ...job, claimableAtMs: nowMs })
      }),
    claim: (lane, limit, nowMs, leaseMs) =>
      answer('claim', () => {
        const found = [...rows.values()].filter((row) => free(row, lane, nowMs)).slice(0, limit)
        for (const row of found) row.claimableAtMs = nowMs + leaseMs
        return found.map((row) => row.messageId)
      }),
    release: (messageIds, atMs) =>
      answer('release', () => {
        for (const messageId of messageIds) {
          const row = rows.get(messageId)
          if (row !== undefined) row.claimableAtMs = atMs
        }
      }),
    remove: (messageIds) =>
      answer('remove', () => {
        for (const messageId of messageIds) rows.delete(messageId)
      }),
    depth: (lane, nowMs) =>
      answer('depth', () => [...rows.values()].filter((row) => free(row, lane, nowMs)).length),
  }
}
