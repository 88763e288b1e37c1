import { addToStep } from '@postrider/core/platform/domain/flow/flow'
import { type FlowEntry, flowKey, rollUp } from '@postrider/core/platform/domain/flow/roll-up'
import type { Installation } from '@postrider/core/kernel/installation/installation'
import { DAY_MS } from '@postrider/core/kernel/time/epoch-ms'
import type { FlowGap, FlowStorage } from '@postrider/core/platform/ports/flow-storage'
import type { Calls } from './calls.js'
import type { MemoryFeed } from './feed.js'

/** What became of messages, as it is kept in memory. */
export interface MemoryFlow {
  readonly entries: Map<string, FlowEntry>
  readonly gaps: FlowGap[]
  /** Of the feed: its epoch, and up to where changes are counted. */
  epoch: string | undefined
  rolled: number
  untilMs: number | undefined
}

/** What is counted, and what it is counted from. */
interface FlowTables {
  readonly feed: MemoryFeed
  readonly flow: MemoryFlow
  readonly installation: Installation
}

/** Nothing was counted yet. */
export const emptyFlow = (): MemoryFlow => ({
  entries: new Map(),
  gaps: [],
  epoch: undefined,
  rolled: 0,
  untilMs: undefined,
})

const count = ({ feed, flow, installation }: FlowTables, limit: number): number => {
  const epoch = `${feed.epoch} ${installation.restoreHold?.sinceMs}`
  const nowMs = feed.nowMs()
  const purged = feed.seq - feed.changes.length
  if ((flow.epoch !== undefined && flow.epoch !== epoch) || purged > flow.rolled)
    flow.gaps.push({ fromMs: Math.min(flow.untilMs ?? 0, nowMs - DAY_MS), toMs: nowMs })
  const changes = feed.changes.filter(({ seq }) => seq > flow.rolled).slice(0, limit)
  for (const entry of rollUp(changes)) {
    const before = flow.entries.get(flowKey(entry))
    const sum = before === undefined ? entry.flow : addToStep(before.flow, entry.flow)
    flow.entries.set(flowKey(entry), { ...entry, flow: sum })
  }
  flow.epoch = epoch
  flow.rolled = changes.at(-1)?.seq ?? Math.max(flow.rolled, purged)
  if (flow.rolled === feed.seq) flow.untilMs = nowMs
  return changes.length
}

/** What became of messages, counted in memory. */
export const memoryFlow = (tables: FlowTables, calls: Calls): FlowStorage => {
  const { flow } = tables
  return {
    rollUp: (limit) => calls.reading('rollUp', () => count(tables, limit)),
    read: ({ step, organizationId, fromMs, toMs }) =>
      calls.reading('flow', () => ({
        entries: [...flow.entries.values()]
          .filter((one) => one.step === step && one.organizationId === organizationId)
          .filter(({ startMs }) => startMs >= fromMs && startMs < toMs)
          .sort((one, other) => one.startMs - other.startMs),
        untilMs: flow.untilMs,
        gaps: flow.gaps.filter((gap) => gap.fromMs < toMs && gap.toMs > fromMs),
      })),
    purge: ({ minutesBeforeMs, hoursBeforeMs }, limit) =>
      calls.reading('purgeFlow', () => {
        const old = [...flow.entries].filter(
          ([, { step, startMs }]) => startMs < (step === 'minute' ? minutesBeforeMs : hoursBeforeMs),
        )
        for (const [key] of old.slice(0, limit)) flow.entries.delete(key)
        return Math.min(old.length, limit)
      }),
  }
}
