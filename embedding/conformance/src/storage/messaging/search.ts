import { expect } from 'chai'
import type { KeyId } from '@postrider/core/kernel/ids/key-id'
import type { Message } from '@postrider/core/messaging/domain/messages/message'
import type { SearchKey } from '@postrider/core/messaging/ports/search-storage'
import type { Storage } from '@postrider/core/assembly/storage'
import { aTenant, recordsOf } from '../../builders/a-tenant.js'
import { fresh, NOW_MS } from '../../builders/fresh.js'
import { sha256 } from '../../builders/sha256.js'
import { right } from '../../outcome.js'
import { acceptPaid } from './accepting.js'
import { numberAll } from '../feed/following.js'
import { type OpenStorage, type StorageUnderTest, useStorage } from '../open-storage.js'
import { store, submitted, submittedInParts } from './reporting.js'
import { exclusively } from '../unit-work.js'

const ASHA = '+919876543210'
const BRAN = '+919876543211'

/** A stand-in for digests with a key. */
const searchKey = (keyId: KeyId): SearchKey => ({
  keyId,
  digestOf: (to) => sha256(`${keyId} ${to}`).slice(0, 32),
})
const FIRST = searchKey('first')
const SECOND = searchKey('second')

/** Indexes all messages; returns how many were read. */
const indexAll = async (storage: Storage, key: SearchKey, limit = 100): Promise<number> => {
  let messages = 0
  await numberAll(storage)
  for (;;) {
    const progress = await right(storage.search.index(key, limit))
    messages += progress.messages
    if (!progress.isMore) return messages
  }
}

/** The messages to a recipient, searched with these keys if the index uses them. */
const foundTo = async (
  { search }: Storage,
  to: string,
  keys: readonly SearchKey[],
  before?: Message['messageId'],
  limit = 10,
): Promise<ReadonlyArray<Message['messageId']>> => {
  const { generations } = (await right(search.status())).value
  const recipients = generations.flatMap(({ generation, keyId }) =>
    keys.filter((key) => key.keyId === keyId).map((key) => ({ generation, digest: key.digestOf(to) })),
  )
  const { value } = await right(search.byRecipient(recipients, { before, limit }))
  return value.map(({ messageId }) => messageId)
}

const accepted = async ({ storage }: StorageUnderTest, to: string, overrides: Partial<Message> = {}) =>
  (await acceptPaid(storage, { to, ...overrides })).message

const PAGE = { before: undefined, limit: 10 } as const

const recipients = (at: StorageUnderTest): void => {
  beforeEach(() => right(at.storage.keys.nameFirst(FIRST.keyId, NOW_MS)))

  it('finds no recipient before its first pass, and reports that', async () => {
    expect((await right(at.storage.search.status())).value).to.deep.equal({
      generations: [],
      untilMs: undefined,
      sinceMs: undefined,
    })
    await indexAll(at.storage, FIRST)
    const { generations, untilMs, sinceMs } = (await right(at.storage.search.status())).value
    expect(generations).to.deep.equal([{ generation: 1, keyId: 'first' }])
    expect(untilMs).to.be.a('number')
    expect(sinceMs).to.equal(undefined)
  })

  it('finds messages to a recipient, newest first, page by page, without their content', async () => {
    const before = await accepted(at, ASHA, { variables: { name: 'Asha' } })
    await indexAll(at.storage, FIRST)
    const second = await accepted(at, ASHA)
    const other = await accepted(at, BRAN)
    const third = await accepted(at, ASHA)
    expect(await indexAll(at.storage, FIRST, 1)).to.equal(3)
    const ids = [third, second, before].map(({ messageId }) => messageId)
    expect(await foundTo(at.storage, ASHA, [FIRST])).to.deep.equal(ids)
    expect(await foundTo(at.storage, BRAN, [FIRST])).to.deep.equal([other.messageId])
    expect(await foundTo(at.storage, ASHA, [FIRST], undefined, 2)).to.deep.equal(ids.slice(0, 2))
    expect(await foundTo(at.storage, ASHA, [FIRST], second.messageId)).to.deep.equal(ids.slice(2))
    expect(await foundTo(at.storage, '+919876543212', [FIRST])).to.deep.equal([])
    const digest = FIRST.digestOf(ASHA)
    const { value, epoch } = await right(at.storage.search.byRecipient([{ generation: 1, digest }], PAGE))
    expect(value.map(({ variables, sealedVariables }) => [variables, sealedVariables])).to.deep.equal(
      value.map(() => [{}, undefined]),
    )
    expect(epoch).to.equal(await right(at.storage.catalog.epoch()))
    const own = { ...PAGE, organizationId: second.organizationId }
    const ofOne = await right(at.storage.search.byRecipient([{ generation: 1, digest }], own))
    expect(ofOne.value.map(({ messageId }) => messageId)).to.deep.equal(
      [third, second, before]
        .filter(({ organizationId }) => organizationId === second.organizationId)
        .map(({ messageId }) => messageId),
    )
  })

  it('indexes the existing messages after a gap in the feed', async () => {
    await indexAll(at.storage, FIRST)
    const lost = await accepted(at, ASHA)
    await numberAll(at.storage)
    await right(at.storage.feed.reset())
    const next = await accepted(at, ASHA)
    await indexAll(at.storage, FIRST, 1)
    expect(await foundTo(at.storage, ASHA, [FIRST])).to.deep.equal([next.messageId, lost.messageId])
    expect((await right(at.storage.search.status())).value.sinceMs).to.equal(undefined)
  })

  it('is rebuilt with another key, while the old entries are still found, and are then deleted', async () => {
    const sent = [await accepted(at, ASHA), await accepted(at, ASHA), await accepted(at, ASHA)]
    const ids = sent.map(({ messageId }) => messageId).reverse()
    await indexAll(at.storage, FIRST)
    await exclusively(at, (unit) => unit.keys.name(SECOND.keyId, NOW_MS + 1))
    expect(await right(at.storage.search.index(FIRST, 10))).to.deep.equal({ messages: 0, isMore: false })
    await right(at.storage.search.index(SECOND, 1))
    expect(await foundTo(at.storage, ASHA, [FIRST, SECOND])).to.deep.equal(ids)
    await indexAll(at.storage, SECOND, 1)
    expect((await right(at.storage.search.status())).value.generations).to.deep.equal([
      { generation: 2, keyId: 'second' },
    ])
    expect(await foundTo(at.storage, ASHA, [SECOND])).to.deep.equal(ids)
    const former = [{ generation: 1, digest: FIRST.digestOf(ASHA) }]
    expect((await right(at.storage.search.byRecipient(former, PAGE))).value).to.deep.equal([])
  })

  it('has the same content with several sequencers as with one', async () => {
    const sent = []
    for (let turn = 0; turn < 20; turn += 1) sent.push((await accepted(at, ASHA)).messageId)
    const sequencers = [at.storage, await at.another(), await at.another()]
    await Promise.all(sequencers.map((storage) => indexAll(storage, FIRST, 3)))
    expect(await foundTo(at.storage, ASHA, [FIRST], undefined, 30)).to.deep.equal(sent.reverse())
  })

  it('has read what the feed deletes', async () => {
    await indexAll(at.storage, FIRST)
    const { messageId } = await accepted(at, ASHA)
    await numberAll(at.storage)
    await right(at.storage.flow.rollUp(100))
    const nowMs = await right(at.storage.health.time())
    await right(at.storage.feed.purge({ beforeMs: nowMs + 60_000, mostBytes: 0 }, 100))
    await indexAll(at.storage, FIRST)
    expect(await foundTo(at.storage, ASHA, [FIRST])).to.deep.equal([messageId])
  })
}

const references = (at: StorageUnderTest): void => {
  it('finds messages of all apps by their client references', async () => {
    const tenants = [aTenant(), aTenant()]
    for (const tenant of tenants) await right(at.storage.catalog.save(recordsOf(tenant)))
    const sent: Message[] = []
    for (const { organization, app } of tenants)
      for (const clientReference of ['order-1', 'order-2', 'order-1']) {
        const { organizationId } = organization
        const { appId } = app
        sent.push(await accepted(at, ASHA, { organizationId, appId, clientReference }))
      }
    const expected = sent
      .filter(({ clientReference }) => clientReference === 'order-1')
      .map(({ messageId }) => messageId)
      .sort()
      .reverse()
    const found = async (
      reference: string,
      page: Parameters<Storage['search']['byClientReference']>[1] = PAGE,
    ) =>
      (await right(at.storage.search.byClientReference(reference, page))).value.map(
        ({ messageId }) => messageId,
      )
    expect(await found('order-1')).to.deep.equal(expected)
    expect(await found('order-1', { before: undefined, limit: 3 })).to.deep.equal(expected.slice(0, 3))
    expect(await found('order-1', { before: expected[1], limit: 10 })).to.deep.equal(expected.slice(2))
    const [one] = sent
    const own = { ...PAGE, organizationId: one?.organizationId }
    expect(await found('order-1', own), 'of one Organization alone').to.deep.equal(
      expected.filter((id) =>
        sent.some((each) => each.messageId === id && each.organizationId === one?.organizationId),
      ),
    )
    for (const other of ['order-1 ', 'ORDER-1', 'order']) expect(await found(other), other).to.deep.equal([])
  })

  it("finds a message by its provider's reference", async () => {
    const account = aTenant()
    await right(at.storage.catalog.save(recordsOf(account)))
    const { messageId = fresh.id('msg'), providerAccountId } = await submitted(at, 'Ab-17')
    const known = { ...account.providerAccount, providerAccountId }
    await right(at.storage.catalog.save({ providerAccounts: [known] }))
    const found = async (reference: string) =>
      (await right(at.storage.search.byProviderReference(reference, PAGE))).value.map((one) => one.messageId)
    expect(await found('ab-17')).to.deep.equal([messageId])
    expect(await found('ab-18')).to.deep.equal([])
    const { whole } = await submittedInParts(at, 'cd-1', 'cd-2', 'cd-3')
    const taker = { ...account.providerAccount, providerAccountId: whole.providerAccountId }
    await right(at.storage.catalog.save({ providerAccounts: [taker] }))
    for (const reference of ['cd-1', 'cd-2', 'cd-3'])
      expect(await found(reference)).to.deep.equal([whole.messageId])
  })

  it('finds a message by its identifier and by that of its receipt', async () => {
    const receipt = await submitted(at, 'x-1')
    await store(at, [receipt])
    const { messageId = fresh.id('msg') } = receipt
    const byId = await right(at.storage.search.byId(messageId))
    expect(byId.value?.messageId).to.equal(messageId)
    const byReceipt = await right(at.storage.search.byReceipt(receipt.receiptId))
    expect(byReceipt.value?.messageId).to.equal(messageId)
    expect((await right(at.storage.search.byId(fresh.id('msg')))).value).to.equal(undefined)
    expect((await right(at.storage.search.byReceipt(fresh.id('rct')))).value).to.equal(undefined)
  })
}

/** Tests the search for messages. */
export const searchSuite = (open: OpenStorage): void => {
  describe('the search for recipients', () => {
    recipients(useStorage(open, 'test'))
  })
  describe('the search for references', () => {
    references(useStorage(open, 'test'))
  })
}
