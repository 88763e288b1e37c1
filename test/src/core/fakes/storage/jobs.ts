import type { Lane } from '@postrider/core/kernel/messages/lane'
import type { MessageId } from '@postrider/core/kernel/ids/id'
import type { JobTable } from '@postrider/core/messaging/ports/job-table'
import type { Calls } from './calls.js'
import type { MemoryTables } from './tables.js'

/** The jobs in memory: what the embedded queue stands on. */
export const memoryJobs = ({ jobs }: MemoryTables, calls: Calls): JobTable => {
  const free = (lane: Lane, nowMs: number): readonly MessageId[] =>
    [...jobs].filter(([, job]) => job.lane === lane && job.freeAtMs <= nowMs).map(([messageId]) => messageId)
  const holdUntil = (messageIds: readonly MessageId[], freeAtMs: number): void => {
    for (const messageId of messageIds) {
      const job = jobs.get(messageId)
      if (job !== undefined) jobs.set(messageId, { ...job, freeAtMs })
    }
  }
  return {
    insert: (added, nowMs) =>
      calls.reading('insertJobs', () => {
        for (const { messageId, lane } of added)
          if (!jobs.has(messageId)) jobs.set(messageId, { lane, freeAtMs: nowMs })
      }),
    claim: (lane, limit, nowMs, leaseMs) =>
      calls.reading('claimJobs', () => {
        const claimed = free(lane, nowMs).slice(0, limit)
        holdUntil(claimed, nowMs + leaseMs)
        return claimed
      }),
    release: (messageIds, atMs) => calls.reading('releaseJobs', () => holdUntil(messageIds, atMs)),
    remove: (messageIds) =>
      calls.reading('removeJobs', () => {
        for (const messageId of messageIds) jobs.delete(messageId)
      }),
    depth: (lane, nowMs) => calls.reading('depthOfJobs', () => free(lane, nowMs).length),
  }
}
