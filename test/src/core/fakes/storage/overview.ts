import { LANES } from '@postrider/core/kernel/messages/lane'
import type { OrganizationId } from '@postrider/core/kernel/ids/id'
import type {
  HeldMoney,
  OrganizationBacklog,
  OverviewBounds,
  OverviewStorage,
  PlatformOverview,
} from '@postrider/core/platform/ports/overview-storage'
import type { Calls } from './calls.js'
import type { MemoryTables } from './tables.js'

const MOST_ORGANIZATIONS = 10

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0)

const heldIn = ({ accounts }: MemoryTables): readonly HeldMoney[] => {
  const sums = new Map<string, HeldMoney>()
  for (const { environment, currency, reservedMinor } of accounts.values()) {
    if (reservedMinor === 0) continue
    const key = `${environment} ${currency}`
    sums.set(key, { environment, currency, heldMinor: (sums.get(key)?.heldMinor ?? 0) + reservedMinor })
  }
  return [...sums].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, held]) => held)
}

const organizationsIn = (
  { outbox, catalog }: MemoryTables,
  nowMs: number,
): readonly OrganizationBacklog[] => {
  const counts = new Map<OrganizationId, number>()
  for (const { message, dueAtMs } of outbox.values())
    if (dueAtMs <= nowMs) counts.set(message.organizationId, (counts.get(message.organizationId) ?? 0) + 1)
  return [...counts]
    .sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1))
    .slice(0, MOST_ORGANIZATIONS)
    .map(([organizationId, waiting]) => {
      const owner = catalog.organizations.find((one) => one.organizationId === organizationId)
      return { organizationId, displayName: owner?.displayName ?? '', waiting }
    })
}

const read = (tables: MemoryTables, { nowMs, otpsSinceMs }: OverviewBounds): PlatformOverview => {
  const { outbox, messages, prefixCounts, templateDrafts, support } = tables
  const due = [...outbox.values()].filter(({ dueAtMs }) => dueAtMs <= nowMs)
  const unknown = [...outbox.keys()].flatMap((messageId) => {
    const message = messages.get(messageId)
    return message?.state === 'UNCONFIRMED' ? [message.updatedAtMs] : []
  })
  const counts = [...prefixCounts.values()].filter(({ sliceMs }) => sliceMs >= otpsSinceMs)
  const isReviewed = (state: string): boolean => state === 'internal_review' || state === 'pending_vendor'
  return {
    lanes: LANES.map((lane) => {
      const moments = due.filter(({ message }) => message.lane === lane).map(({ dueAtMs }) => dueAtMs)
      return {
        lane,
        waiting: moments.length,
        sinceMs: moments.length === 0 ? undefined : Math.min(...moments),
      }
    }),
    organizations: organizationsIn(tables, nowMs),
    unconfirmed: unknown.length,
    unconfirmedSinceMs: unknown.length === 0 ? undefined : Math.min(...unknown),
    held: heldIn(tables),
    otpsSent: sum(counts.map(({ sends }) => sends)),
    otpsVerified: sum(counts.map(({ verified }) => verified)),
    templateReviews: [...templateDrafts.values()].filter(({ state }) => isReviewed(state)).length,
    openTickets: [...support.tickets.values()].filter(({ status }) => status === 'open').length,
    waitingChats: [...support.chats.values()].filter(({ status }) => status === 'waiting').length,
  }
}

/** How the platform is now, in memory. */
export const memoryOverview = (tables: MemoryTables, calls: Calls): OverviewStorage => ({
  read: (bounds) => calls.reading('overview', () => read(tables, bounds)),
})
