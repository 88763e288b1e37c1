import { expect } from 'chai'
import type { MessageId } from '@postrider/core/kernel/ids/id'
import type { LedgerEvent } from '@postrider/core/ledger/domain/ledger-event'
import type { Message } from '@postrider/core/messaging/domain/messages/message'
import type {
  ActivityEntry,
  ActivityQuery,
  HistoryQuery,
} from '@postrider/core/messaging/ports/activity-storage'
import { aMessage } from '../../builders/a-message.js'
import { fresh, NOW_MS } from '../../builders/fresh.js'
import { right } from '../../outcome.js'
import { acceptPaid } from './accepting.js'
import { type OpenStorage, type StorageUnderTest, useStorage } from '../open-storage.js'
import { endMessages } from './settling.js'
import { allEvents, allEvidence } from './traces.js'

/** An Organization with messages of two apps, channels and currencies, some settled and some released. */
const aBusyOrganization = async ({ storage }: StorageUnderTest) => {
  const organizationId = fresh.id('org')
  const appIds = [fresh.id('app'), fresh.id('app')] as const
  const messages: Message[] = []
  for (let index = 0; index < 14; index += 1) {
    const channel = index % 3 === 0 ? ('email' as const) : ('sms' as const)
    const currency = index % 4 === 1 ? 'USD' : 'INR'
    const appId = appIds[index % 2 === 0 ? 0 : 1]
    const charge = { ...aMessage().charge, currency }
    // Two at a time are accepted at the same time.
    const acceptedAtMs = NOW_MS + Math.floor(index / 2) * 10
    const { message } = await acceptPaid(storage, { organizationId, appId, channel, charge, acceptedAtMs })
    messages.push(message)
  }
  await acceptPaid(storage)
  const ids = (from: number, to: number) => messages.slice(from, to).map(({ messageId }) => messageId)
  await right(endMessages(storage, ids(2, 5), 'settlement', NOW_MS + 100))
  await right(endMessages(storage, ids(7, 9), 'release', NOW_MS + 110))
  const evidence = await allEvidence(storage)
  const byId = new Map(evidence.map(({ message }) => [message.messageId, message]))
  const present = messages.flatMap(({ messageId }) => byId.get(messageId) ?? [])
  return { organizationId, appIds, messages: present }
}

const entries = (at: StorageUnderTest): void => {
  const everything = { currency: 'INR', fromMs: 0, toMs: NOW_MS + 1e6, type: undefined, appId: undefined }

  const paged = async (query: Omit<ActivityQuery, 'afterSeq'>): Promise<readonly ActivityEntry[]> => {
    const list: ActivityEntry[] = []
    for (;;) {
      const afterSeq = list.at(-1)?.event.seq ?? 0
      const { value } = await right(at.storage.activity.entries({ ...query, afterSeq }))
      if (value.length === 0) return list
      expect(value.length).to.be.at.most(query.limit)
      list.push(...value)
    }
  }

  it('are the events of an account, complete page by page, with any filters', async () => {
    const { organizationId, appIds } = await aBusyOrganization(at)
    const all = await allEvents(at.storage, { organizationId, environment: 'test', currency: 'INR' })
    const queries: ReadonlyArray<Partial<ActivityQuery>> = [
      {},
      { type: 'reservation' },
      { type: 'credit' },
      { appId: appIds[0] },
      { appId: appIds[1], type: 'release' },
      { fromMs: NOW_MS + 20, toMs: NOW_MS + 60 },
      { fromMs: NOW_MS + 20, toMs: NOW_MS + 60, type: 'reservation', appId: appIds[0] },
      { fromMs: NOW_MS + 21 },
      { toMs: NOW_MS },
      { fromMs: NOW_MS + 1_000 },
      { appId: fresh.id('app') },
    ]
    const matches = ({ occurredAtMs, type, appId }: LedgerEvent, query: Partial<ActivityQuery>): boolean =>
      occurredAtMs >= (query.fromMs ?? 0) &&
      occurredAtMs < (query.toMs ?? Infinity) &&
      (query.type ?? type) === type &&
      (query.appId === undefined || query.appId === appId)
    for (const [index, query] of queries.entries())
      for (const limit of [1, 3, 100]) {
        const list = await paged({
          organizationId,
          environment: 'test' as const,
          ...everything,
          ...query,
          limit,
        })
        const expected = all.filter((event) => matches(event, query))
        expect(
          list.map(({ event }) => event),
          `${index}, ${limit} a page`,
        ).to.deep.equal(expected)
      }
  })

  it('show the result of a reservation, and cover one account', async () => {
    const { organizationId, messages } = await aBusyOrganization(at)
    const epoch = await right(at.storage.catalog.epoch())
    const read = async (currency: string) => {
      const query = {
        organizationId,
        environment: 'test' as const,
        ...everything,
        currency,
        type: 'reservation' as const,
        afterSeq: 0,
      }
      const shown = await right(at.storage.activity.entries({ ...query, limit: 100 }))
      expect(shown.epoch).to.equal(epoch)
      return shown.value
    }
    const closings = { settled: 'settlement', released: 'release', provisional: undefined } as const
    for (const currency of ['INR', 'USD']) {
      const own = messages.filter(({ charge }) => charge.currency === currency)
      expect((await read(currency)).map(({ event, closedBy }) => [event.messageId, closedBy])).to.deep.equal(
        own.map(({ messageId, billing }) => [messageId, closings[billing]]),
      )
    }
    expect(await read('EUR')).to.deep.equal([])
  })
}

const history = (at: StorageUnderTest): void => {
  const anything = {
    appId: undefined,
    channel: undefined,
    state: undefined,
    fromMs: undefined,
    toMs: undefined,
  }

  const paged = async (
    query: Omit<HistoryQuery, 'before'>,
    from?: MessageId,
  ): Promise<readonly Message[]> => {
    const list: Message[] = []
    let before = from
    do {
      const { value } = await right(at.storage.activity.history({ ...query, before }))
      expect(value.messages.length).to.be.at.most(query.limit)
      list.push(...value.messages)
      before = value.before
    } while (before !== undefined)
    return list
  }

  it('shows every message once, the newest first, page by page, with any filters', async () => {
    const { organizationId, appIds, messages } = await aBusyOrganization(at)
    // If two of one account were accepted at the same time, its order decides.
    const newest = [...messages].sort(
      (one, other) =>
        other.acceptedAtMs - one.acceptedAtMs ||
        (one.charge.currency === other.charge.currency
          ? messages.indexOf(other) - messages.indexOf(one)
          : one.charge.currency < other.charge.currency
            ? -1
            : 1),
    )
    const queries: ReadonlyArray<Partial<HistoryQuery>> = [
      {},
      { appId: appIds[1] },
      { channel: 'email' },
      { state: 'ACCEPTED' },
      { state: 'EXPIRED', channel: 'sms' },
      { fromMs: NOW_MS + 20 },
      { toMs: NOW_MS + 40 },
      { fromMs: NOW_MS + 10, toMs: NOW_MS + 50, appId: appIds[0] },
      { fromMs: NOW_MS + 1_000 },
      { toMs: NOW_MS },
      { channel: 'whatsapp' },
      { failureCode: 'validity_expired' },
      { environment: 'test' },
      { environment: 'production' },
    ]
    const matches = (message: Message, query: Partial<HistoryQuery>): boolean =>
      (query.appId ?? message.appId) === message.appId &&
      (query.channel ?? message.channel) === message.channel &&
      (query.state ?? message.state) === message.state &&
      (query.failureCode ?? message.failureCode) === message.failureCode &&
      (query.environment ?? message.environment) === message.environment &&
      message.acceptedAtMs >= (query.fromMs ?? 0) &&
      message.acceptedAtMs < (query.toMs ?? Infinity)
    for (const [index, query] of queries.entries())
      for (const limit of [1, 3, 100]) {
        const list = await paged({ organizationId, ...anything, ...query, limit })
        const expected = newest.filter((message) => matches(message, query))
        expect(list, `${index}, ${limit} a page`).to.deep.equal(expected)
      }
  })

  it('continues from its position although newer messages arrive, and has no position in another Organization', async () => {
    const { organizationId, messages } = await aBusyOrganization(at)
    const query = { organizationId, ...anything, limit: 5 }
    const first = await right(at.storage.activity.history({ ...query, before: undefined }))
    const currencies = ['AED', 'INR', 'USD']
    for (const currency of currencies)
      await acceptPaid(at.storage, {
        organizationId,
        charge: { ...aMessage().charge, currency },
        acceptedAtMs: NOW_MS + 2_000,
      })
    const rest = await paged({ ...query, limit: 100 }, first.value.before)
    const shown = [...first.value.messages, ...rest].map(({ messageId }) => messageId)
    expect(shown).to.have.members(messages.map(({ messageId }) => messageId))
    const other = await aBusyOrganization(at)
    const stranger = await right(
      at.storage.activity.history({
        ...query,
        organizationId: other.organizationId,
        before: first.value.before,
      }),
    )
    expect(stranger.value).to.deep.equal({ messages: [], before: undefined })
  })
}

/** Tests the readings of an Organization's activity. */
export const activitySuite = (open: OpenStorage): void => {
  describe('entries of the activity', () => entries(useStorage(open)))
  describe('the history of messages', () => history(useStorage(open)))
}
