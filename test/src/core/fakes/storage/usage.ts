import { accountKey } from '@postrider/core/ledger/domain/account'
import type { LedgerEvent } from '@postrider/core/ledger/domain/ledger-event'
import { type DayUsage, HOURS_KEPT_MS, usageStart } from '@postrider/core/messaging/domain/usage/day-usage'
import type { PhoneNumbers } from '@postrider/core/channels/ports/phone-numbers'
import type { DayUsageQuery, UsageStorage } from '@postrider/core/messaging/ports/usage-storage'
import type { Calls } from './calls.js'
import type { MemoryTables } from './tables.js'

/** An event as a day's usage of its own, and whose it is. */
interface CountedEvent extends DayUsage {
  readonly account: string
}

const countedEvent = (
  { messages }: MemoryTables,
  event: LedgerEvent,
  countryOf: PhoneNumbers['countryOf'],
): readonly CountedEvent[] => {
  const { type, amountMinor, messageId, occurredAtMs } = event
  const message = messageId === undefined ? undefined : messages.get(messageId)
  if (message === undefined) return []
  return [
    {
      account: accountKey(event),
      startMs: occurredAtMs,
      appId: message.appId,
      channel: message.channel,
      country: countryOf(message.to),
      templateId: message.templateId,
      messages: type === 'reservation' ? 1 : 0,
      reservedMinor: type === 'reservation' ? amountMinor : 0,
      settledMinor: type === 'settlement' ? amountMinor : 0,
      releasedMinor: type === 'release' ? amountMinor : 0,
    },
  ]
}

const lineOf = (event: CountedEvent, { by, step }: DayUsageQuery): DayUsage => ({
  startMs: usageStart(step, event.startMs),
  appId: by.includes('app') ? event.appId : undefined,
  channel: by.includes('channel') ? event.channel : undefined,
  country: by.includes('country') ? event.country : undefined,
  templateId: by.includes('template') ? event.templateId : undefined,
  messages: event.messages,
  reservedMinor: event.reservedMinor,
  settledMinor: event.settledMinor,
  releasedMinor: event.releasedMinor,
})

const nameOf = ({ startMs, appId, channel, country, templateId }: DayUsage): string =>
  [String(startMs).padStart(16, '0'), appId ?? '', channel ?? '', country ?? '', templateId ?? ''].join(' ')

const added = (lines: readonly DayUsage[]): readonly DayUsage[] => {
  const sums = new Map<string, DayUsage>()
  for (const line of lines) {
    const before = sums.get(nameOf(line))
    const sum = before && {
      messages: before.messages + line.messages,
      reservedMinor: before.reservedMinor + line.reservedMinor,
      settledMinor: before.settledMinor + line.settledMinor,
      releasedMinor: before.releasedMinor + line.releasedMinor,
    }
    sums.set(nameOf(line), { ...line, ...sum })
  }
  return [...sums].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, line]) => line)
}

/** The first hour that is kept of an account: two days before its newest entry. */
const firstHourKept = (events: readonly CountedEvent[]): number =>
  usageStart(
    'hour',
    events.reduce((newest, { startMs }) => Math.max(newest, startMs), 0),
  ) - HOURS_KEPT_MS

/** What each day's ledger entries come to, counted in memory. */
export const memoryUsage = (tables: MemoryTables, calls: Calls): UsageStorage => {
  const counted: CountedEvent[] = []
  let upTo = 0
  return {
    count: (limit, countryOf) =>
      calls.reading('countUsage', () => {
        const next = tables.events.slice(upTo, upTo + limit)
        counted.push(...next.flatMap((event) => countedEvent(tables, event, countryOf)))
        upTo += next.length
        return next.length
      }),
    days: (query) =>
      calls.reading('usageDays', () => {
        const account = accountKey(query)
        const { step, fromMs, toMs, appId, skip, limit } = query
        const ofAccount = counted.filter((event) => event.account === account)
        const firstKeptMs = step === 'hour' ? firstHourKept(ofAccount) : 0
        const own = ofAccount.filter(
          (event) =>
            event.startMs >= firstKeptMs &&
            usageStart(step, event.startMs) >= fromMs &&
            event.startMs < toMs &&
            (appId === undefined || event.appId === appId),
        )
        const days = added(own.map((event) => lineOf(event, query))).slice(skip, skip + limit)
        const uncounted = tables.events.slice(upTo).filter((event) => accountKey(event) === account).length
        return { epoch: tables.epoch, value: { days, uncounted } }
      }),
  }
}
