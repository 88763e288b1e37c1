import type { LedgerEvent } from '@postrider/core/ledger/domain/ledger-event'
import type { UsageEntry, UsageQuery } from '@postrider/core/messaging/ports/projection-storage'
import { shownMessage } from '@postrider/core/messaging/domain/messages/message'
import { expect } from 'chai'
import { aMessage } from '../../builders/a-message.js'
import { aTenant, recordsOf, type Tenant } from '../../builders/a-tenant.js'
import { fresh, NOW_MS } from '../../builders/fresh.js'
import { right } from '../../outcome.js'
import { accept, acceptOne, acceptPaid, aRequest, credit } from './accepting.js'
import { type OpenStorage, type StorageUnderTest, useStorage } from '../open-storage.js'
import { endMessages } from './settling.js'
import { allEvents } from './traces.js'

const aRichTenant = async (at: StorageUnderTest): Promise<Tenant> => {
  const tenant = aTenant()
  await right(at.storage.catalog.save(recordsOf(tenant)))
  await credit(at.storage, tenant.accountKey, 1_000_000)
  return tenant
}

const requestOf = (tenant: Tenant, acceptedAtMs = NOW_MS, clientReference?: string) =>
  aRequest({ message: aMessage({ ...tenant.scope, acceptedAtMs, clientReference }) })

const messages = (at: StorageUnderTest): void => {
  it('shows a message by its id and by its key, as of the present epoch', async () => {
    const tenant = await aRichTenant(at)
    const request = requestOf(tenant)
    await acceptOne(at.storage, request)
    const epoch = await right(at.storage.catalog.epoch())
    const { messageId } = request.message
    const shown = shownMessage(request.message)
    const questions = [messageId, fresh.id('msg'), messageId].map((id) => ({
      scope: tenant.scope,
      messageId: id,
    }))
    const byId = await right(at.storage.projections.messages(questions))
    expect(byId).to.deep.equal({ epoch, value: [shown, undefined, shown] })
    const byKey = await right(at.storage.projections.messagesByKeys(tenant.scope, [request.key]))
    expect(byKey).to.deep.equal({ epoch, value: [shown] })
  })

  it('shows the newest messages of a client reference first, and no others', async () => {
    const tenant = await aRichTenant(at)
    const references = ['ref-1', 'REF-1', 'ref-1 ', 'ref-1', 'ref-10', 'ref-1', undefined]
    const requests = references.map((reference, index) => requestOf(tenant, NOW_MS + index, reference))
    for (const request of requests) await acceptOne(at.storage, request)
    const find = async (reference: string, limit = 10) =>
      (await right(at.storage.projections.messagesByReference(tenant.scope, reference, limit))).value
    const ids = (found: readonly { readonly messageId: string }[]) => found.map(({ messageId }) => messageId)
    const expected = [5, 3, 0].map((index) => requests[index]?.message.messageId)
    expect(ids(await find('ref-1'))).to.deep.equal(expected)
    expect(ids(await find('ref-1', 2))).to.deep.equal(expected.slice(0, 2))
    expect(ids(await find('REF-1'))).to.deep.equal([requests[1]?.message.messageId])
    expect(await find('ref')).to.deep.equal([])
  })

  it("returns nothing for another tenant's message and for an unknown one", async () => {
    const [mine, theirs] = [await aRichTenant(at), await aRichTenant(at)]
    const request = requestOf(mine, NOW_MS, 'shared')
    const { messageId } = request.message
    await acceptOne(at.storage, request)
    const halves = [
      { organizationId: mine.scope.organizationId, appId: theirs.scope.appId },
      { organizationId: theirs.scope.organizationId, appId: mine.scope.appId },
    ]
    const { projections } = at.storage
    for (const scope of [theirs.scope, ...halves]) {
      expect(await right(projections.messages([{ scope, messageId }]))).to.deep.equal(
        await right(projections.messages([{ scope, messageId: fresh.id('msg') }])),
      )
      expect((await right(projections.messages([{ scope, messageId }]))).value).to.deep.equal([undefined])
      expect((await right(projections.messagesByKeys(scope, [request.key]))).value).to.deep.equal([])
      expect((await right(projections.messagesByReference(scope, 'shared', 9))).value).to.deep.equal([])
      expect((await right(projections.usage(scope, query()))).value).to.deep.equal([])
    }
  })

  it('shows balance and checkpoint of the same time, and neither without an account', async () => {
    const tenant = await aRichTenant(at)
    const balance = await right(at.storage.projections.balance(tenant.accountKey))
    expect(balance.value).to.deep.equal(await right(at.storage.ledger.status(tenant.accountKey)))
    expect(balance.epoch).to.equal(await right(at.storage.catalog.epoch()))
    const none = await right(at.storage.projections.balance({ ...tenant.accountKey, currency: 'USD' }))
    expect(none.value).to.deep.equal({ account: undefined, checkpoint: undefined })
  })
}

const query = (overrides: Partial<UsageQuery> = {}): UsageQuery => ({
  environment: 'test',
  currency: 'INR',
  fromMs: 0,
  toMs: NOW_MS * 2,
  after: undefined,
  limit: 100,
  ...overrides,
})

const usage = async (at: StorageUnderTest, tenant: Tenant, overrides: Partial<UsageQuery> = {}) =>
  (await right(at.storage.projections.usage(tenant.scope, query(overrides)))).value

type Moved = Omit<UsageEntry, 'type' | 'messageId' | 'closedBy'> & Pick<LedgerEvent, 'type' | 'messageId'>

/** The ledger's fields of an entry. */
const moved = ({
  entryId,
  type,
  amountMinor,
  messageId,
  relatedEntryId,
  occurredAtMs,
  seq,
}: Moved): Moved => ({
  entryId,
  type,
  amountMinor,
  messageId,
  relatedEntryId,
  occurredAtMs,
  seq,
})

const movedOnAccount = async (at: StorageUnderTest, { accountKey }: Tenant): Promise<readonly Moved[]> =>
  (await allEvents(at.storage, accountKey)).filter(({ messageId }) => messageId !== undefined).map(moved)

const usages = (at: StorageUnderTest): void => {
  it('shows what each message reserved, and how that ended, but no credits', async () => {
    const tenant = await aRichTenant(at)
    const requests = [1, 2, 3].map((age) => requestOf(tenant, NOW_MS + age))
    for (const request of requests) await acceptOne(at.storage, request)
    const ids = requests.map(({ message }) => message.messageId)
    await right(endMessages(at.storage, ids.slice(0, 1), 'settlement', NOW_MS + 4))
    await right(endMessages(at.storage, ids.slice(1, 2), 'release', NOW_MS + 5))
    const entries = await usage(at, tenant)
    expect(entries.map(({ type, messageId, closedBy }) => [type, messageId, closedBy])).to.deep.equal([
      ['reservation', ids[0], 'settlement'],
      ['reservation', ids[1], 'release'],
      ['reservation', ids[2], undefined],
      ['settlement', ids[0], undefined],
      ['release', ids[1], undefined],
    ])
    expect(entries.map(moved)).to.deep.equal(await movedOnAccount(at, tenant))
  })

  it('includes the start of the range and excludes its end', async () => {
    const tenant = await aRichTenant(at)
    for (const age of [10, 11, 12, 13]) await acceptOne(at.storage, requestOf(tenant, NOW_MS + age))
    const range = { fromMs: NOW_MS + 11, toMs: NOW_MS + 13 }
    const times = (await usage(at, tenant, range)).map(({ occurredAtMs }) => occurredAtMs - NOW_MS)
    expect(times).to.deep.equal([11, 12])
    expect(await usage(at, tenant, { currency: 'USD' })).to.deep.equal([])
  })

  it('shows an app only its own events of a shared account', async () => {
    const tenant = await aRichTenant(at)
    const sibling = { ...tenant, scope: { ...tenant.scope, appId: fresh.id('app') } }
    const requests = [tenant, sibling, tenant, sibling].map((owner) => requestOf(owner))
    await right(accept(at.storage, requests))
    const seen = (await usage(at, tenant)).map(({ messageId }) => messageId)
    expect(seen).to.deep.equal([requests[0]?.message.messageId, requests[2]?.message.messageId])
  })

  it('has pages that together contain every entry once, in order, also within one millisecond', async () => {
    const tenant = await aRichTenant(at)
    await right(
      accept(
        at.storage,
        Array.from({ length: 23 }, () => requestOf(tenant)),
      ),
    )
    const pages: UsageEntry[] = []
    for (;;) {
      const page = await usage(at, tenant, { after: pages.at(-1), limit: 5 })
      if (page.length === 0) break
      expect(page.length).to.be.at.most(5)
      pages.push(...page)
    }
    expect(pages).to.deep.equal(await usage(at, tenant))
    expect(pages).to.have.length(23)
  })

  it('has pages that together contain exactly what was written, during writes', async () => {
    const tenant = await aRichTenant(at)
    const other = await at.another()
    let writing = true
    const writer = async (storage: typeof other, count: number): Promise<void> => {
      for (let index = 0; index < count; index += 1) {
        const request = requestOf(tenant, NOW_MS + Math.floor(fresh.fraction() * 50))
        await acceptOne(storage, request)
        if (index % 3 === 0)
          await right(endMessages(storage, [request.message.messageId], 'settlement', NOW_MS + 20))
      }
    }
    const writers = Promise.all([writer(at.storage, 40), writer(other, 40), writer(at.storage, 40)])
    const done = writers.then(() => (writing = false))
    const seen: UsageEntry[] = []
    for (;;) {
      const last = !writing
      const page = await usage(at, tenant, { after: seen.at(-1), limit: 7 })
      seen.push(...page)
      if (last && page.length === 0) break
    }
    await done
    expect(seen.map(moved)).to.deep.equal(await movedOnAccount(at, tenant))
  })
}

const ownership = (at: StorageUnderTest): void => {
  it('shows a message as soon as it was accepted, to every process', async () => {
    const other = await at.another()
    for (let round = 0; round < 10; round += 1) {
      const { message } = await acceptPaid(at.storage)
      const scope = { organizationId: message.organizationId, appId: message.appId }
      const { messageId } = message
      expect((await right(other.projections.messages([{ scope, messageId }]))).value).to.deep.equal([
        shownMessage(message),
      ])
    }
  })
}

/** Tests the readings of credentials: committed facts of one tenant. */
export const projectionsSuite = (open: OpenStorage): void => {
  describe('reading projections', () => {
    const at = useStorage(open)
    messages(at)
    usages(at)
    ownership(at)
  })
}
