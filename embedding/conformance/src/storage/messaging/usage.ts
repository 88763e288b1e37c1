import { expect } from 'chai'
import type { AppId, OrganizationId, TemplateId } from '@postrider/core/kernel/ids/id'
import { DAY_MS, HOUR_MS } from '@postrider/core/kernel/time/epoch-ms'
import { usageStart, type UsageDimension } from '@postrider/core/messaging/domain/usage/day-usage'
import type { Storage } from '@postrider/core/assembly/storage'
import type { DayUsageQuery } from '@postrider/core/messaging/ports/usage-storage'
import { fresh, NOW_MS } from '../../builders/fresh.js'
import { right } from '../../outcome.js'
import { acceptPaid } from './accepting.js'
import { type OpenStorage, type StorageUnderTest, useStorage } from '../open-storage.js'
import { endMessages } from './settling.js'
import { present } from '@postrider/core/kernel/present'

const TODAY_MS = usageStart('day', NOW_MS)

const countryOf = (to: string): string | undefined => {
  if (to.startsWith('+91')) return 'IN'
  return to.startsWith('+44') ? 'GB' : undefined
}

/** Counts all ledger entries; returns their number. */
const countAll = async (storage: Storage, limit = 100): Promise<number> => {
  let counted = 0
  for (;;) {
    const entries = await right(storage.usage.count(limit, countryOf))
    if (entries === 0) return counted
    counted += entries
  }
}

const read = async (storage: Storage, organizationId: OrganizationId, query: Partial<DayUsageQuery> = {}) =>
  (
    await right(
      storage.usage.days({
        organizationId,
        environment: 'test',
        currency: 'INR',
        step: 'day',
        fromMs: TODAY_MS,
        toMs: TODAY_MS + 3 * DAY_MS,
        appId: undefined,
        by: [],
        skip: 0,
        limit: 100,
        ...query,
      }),
    )
  ).value

const ALL: readonly UsageDimension[] = ['app', 'channel', 'country']

/** Two messages to India, one to Britain and one by email, in two apps; the first is charged a day later. */
const spend = async ({ storage }: StorageUnderTest) => {
  const organizationId = fresh.id('org')
  const [one, other] = [fresh.id('app'), fresh.id('app')]
  const apps = one < other ? ([one, other] as const) : ([other, one] as const)
  const send = async (appId: AppId, to: string, channel: 'sms' | 'email' = 'sms') =>
    (await acceptPaid(storage, { organizationId, appId, to, channel })).message
  const first = await send(apps[0], '+919876543210')
  const second = await send(apps[0], '+919000000001')
  await send(apps[0], '+447911123456')
  await send(apps[1], 'asha@example.org', 'email')
  await right(endMessages(storage, [first.messageId], 'settlement', NOW_MS + DAY_MS))
  await right(endMessages(storage, [second.messageId], 'release', NOW_MS + DAY_MS))
  return { organizationId, apps, amountMinor: first.charge.amountMinor }
}

const counting = (at: StorageUnderTest): void => {
  it("has each day's entries by app, channel and country, up to the requested detail", async () => {
    const { organizationId, apps, amountMinor } = await spend(at)
    await countAll(at.storage)
    const none = { messages: 0, reservedMinor: 0, settledMinor: 0, releasedMinor: 0 }
    const sms = { startMs: TODAY_MS, appId: apps[0], channel: 'sms', templateId: undefined, ...none } as const
    const { days, uncounted } = await read(at.storage, organizationId, { by: ALL })
    expect(uncounted).to.equal(0)
    expect(days).to.deep.equal([
      { ...sms, country: 'GB', messages: 1, reservedMinor: amountMinor },
      { ...sms, country: 'IN', messages: 2, reservedMinor: 2 * amountMinor },
      {
        ...sms,
        appId: apps[1],
        channel: 'email',
        country: undefined,
        messages: 1,
        reservedMinor: amountMinor,
      },
      {
        ...sms,
        startMs: TODAY_MS + DAY_MS,
        country: 'IN',
        settledMinor: amountMinor,
        releasedMinor: amountMinor,
      },
    ])
    const byDay = await read(at.storage, organizationId)
    expect(byDay.days.map(({ messages, appId, country }) => [messages, appId, country])).to.deep.equal([
      [4, undefined, undefined],
      [0, undefined, undefined],
    ])
    const page = await read(at.storage, organizationId, { by: ALL, skip: 1, limit: 2 })
    expect(page.days).to.deep.equal(days.slice(1, 3))
    const ofApp = await read(at.storage, organizationId, { by: ALL, appId: apps[1] })
    expect(ofApp.days).to.deep.equal(days.slice(2, 3))
  })

  it('breaks usage down by template', async () => {
    const organizationId = fresh.id('org')
    const send = async (template?: TemplateId) =>
      acceptPaid(at.storage, { organizationId, ...present({ templateId: template }) })
    const { message: first } = await send()
    await send(first.templateId)
    const { message: other } = await send()
    await countAll(at.storage)
    const { days } = await read(at.storage, organizationId, { by: ['template'] })
    expect(Object.fromEntries(days.map(({ templateId, messages }) => [templateId, messages]))).to.deep.equal({
      [first.templateId]: 2,
      [other.templateId]: 1,
    })
  })

  it('has hours for the two days before the newest entry, which add up to the days', async () => {
    const { organizationId, amountMinor } = await spend(at)
    await countAll(at.storage, 1)
    const hours = (changes: Partial<DayUsageQuery> = {}) =>
      read(at.storage, organizationId, { step: 'hour', ...changes })
    const hourMs = usageStart('hour', NOW_MS)
    expect(
      (await hours()).days.map(({ startMs, messages, settledMinor }) => [startMs, messages, settledMinor]),
    ).to.deep.equal([
      [hourMs, 4, 0],
      [hourMs + DAY_MS, 0, amountMinor],
    ])
    expect((await hours({ fromMs: hourMs + HOUR_MS })).days).to.have.length(1)
    const { message } = await acceptPaid(at.storage, { organizationId })
    await right(endMessages(at.storage, [message.messageId], 'settlement', NOW_MS + 4 * DAY_MS))
    await countAll(at.storage)
    expect((await hours({ toMs: TODAY_MS + 9 * DAY_MS })).days.map(({ startMs }) => startMs)).to.deep.equal([
      hourMs + 4 * DAY_MS,
    ])
    const { days } = await read(at.storage, organizationId)
    expect(days.reduce((sum, { messages }) => sum + messages, 0)).to.equal(5)
  })

  it('counts each entry once, in any portions and with any concurrent counters', async () => {
    const { organizationId } = await spend(at)
    const before = await read(at.storage, organizationId)
    expect(before.days).to.deep.equal([])
    expect(before.uncounted).to.be.greaterThan(0)
    await Promise.all([1, 2, 3].map((limit) => countAll(at.storage, limit)))
    await countAll(at.storage, 1)
    const { days, uncounted } = await read(at.storage, organizationId)
    expect([uncounted, ...days.map(({ messages }) => messages)]).to.deep.equal([0, 4, 0])
    expect(await countAll(at.storage)).to.equal(0)
  })

  it('covers one Organization, one environment and one currency', async () => {
    await spend(at)
    await countAll(at.storage)
    expect((await read(at.storage, fresh.id('org'))).days).to.deep.equal([])
  })
}

/** Tests the daily sums of ledger entries. */
export const usageSuite = (open: OpenStorage): void => {
  describe('the daily usage', () => {
    counting(useStorage(open))
  })
}
