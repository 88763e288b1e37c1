import { type ChangeGroup, groupOf } from '@postrider/core/feed/domain/change'
import { expect } from 'chai'
import { aMessage } from '../../builders/a-message.js'
import { NOW_MS } from '../../builders/fresh.js'
import { right } from '../../outcome.js'
import { accept, acceptPaid, aRequest, credit, payingAccountOf } from '../messaging/accepting.js'
import { begin, claim, lease } from '../messaging/claiming.js'
import { changesAfter, changesLeftBy, numberAll } from './following.js'
import { type OpenStorage, type StorageUnderTest, useStorage } from '../open-storage.js'
import { endMessages } from '../messaging/settling.js'

const seqsOf = (changes: ReadonlyArray<{ readonly seq: number }>): readonly number[] =>
  changes.map(({ seq }) => seq)

const MINUTE_MS = 60_000
const EVERYTHING = { beforeMs: Number.MAX_SAFE_INTEGER, mostBytes: 0 }

/** Accepts this many messages, each in a transaction of its own. */
const acceptEach = async ({ storage }: StorageUnderTest, count: number): Promise<void> => {
  for (let at = 0; at < count; at += 1) await acceptPaid(storage)
}

const saying = (at: StorageUnderTest): void => {
  it('shows for accepted messages their Organization, number, cost and identifiers', async () => {
    const { organizationId, appId } = aMessage()
    const own = [1, 2].map(() => aRequest({ message: aMessage({ organizationId, appId }) }))
    const other = aRequest({
      message: aMessage({ channel: 'email', lane: 'promotional', environment: 'production' }),
    })
    for (const { message } of [...own, other]) await credit(at.storage, payingAccountOf(message), 25)
    const [change, ...others] = await changesLeftBy(at.storage, () =>
      right(accept(at.storage, [...own, other])),
    )
    expect(others).to.deep.equal([])
    expect(change?.messageIds).to.have.members([...own, other].map(({ message }) => message.messageId))
    const became = { state: 'ACCEPTED', currency: 'INR', environment: 'test' } as const
    const expected: readonly ChangeGroup[] = [
      {
        ...groupOf('message', 2, organizationId),
        ...became,
        appId,
        channel: 'sms',
        lane: 'transactional',
        amountMinor: 50,
      },
      {
        ...groupOf('message', 1, other.message.organizationId),
        ...became,
        appId: other.message.appId,
        channel: 'email',
        lane: 'promotional',
        environment: 'production',
        amountMinor: 25,
      },
      groupOf('account', 1, organizationId),
      groupOf('account', 1, other.message.organizationId),
    ]
    expect(change?.groups).to.have.deep.members(expected)
  })

  it('shows for submitted messages their age, and for failed ones the cause', async () => {
    const sent = await acceptPaid(at.storage)
    const { messageId, organizationId } = sent.message
    const [change] = await changesLeftBy(at.storage, () =>
      right(endMessages(at.storage, [messageId], 'settlement', NOW_MS + 100)),
    )
    const of = change?.groups.find(({ kind }) => kind === 'message')
    expect(of).to.deep.include({ state: 'SUBMITTED', organizationId, count: 1, ages: { 21: 1 } })
    const failed = await acceptPaid(at.storage)
    const [ending] = await changesLeftBy(at.storage, () =>
      right(endMessages(at.storage, [failed.message.messageId], 'release', NOW_MS + 100)),
    )
    expect(ending?.messageIds).to.deep.equal([failed.message.messageId])
    expect(ending?.groups[0]).to.deep.include({ state: 'EXPIRED', failureCode: 'validity_expired' })
  })

  it('shows which messages are being sent, and nothing if nothing is written', async () => {
    const { message } = await acceptPaid(at.storage)
    const ids = [message.messageId]
    const [begun] = await changesLeftBy(at.storage, () => claim(at.storage, ids, NOW_MS))
    const { organizationId, appId, channel, lane } = message
    const groups = [{ ...groupOf('message', 1, organizationId), appId, channel, lane }]
    expect(begun).to.deep.include({ messageIds: ids, groups })
    expect(await changesLeftBy(at.storage, () => claim(at.storage, ids, NOW_MS))).to.deep.equal([])
  })

  it('shows for starting calls the Organizations of their messages', async () => {
    const sent = [await acceptPaid(at.storage), await acceptPaid(at.storage)].map(({ message }) => message)
    const ids = sent.map(({ messageId }) => messageId)
    await lease(at.storage, ids, 7, NOW_MS)
    const [begun] = await changesLeftBy(at.storage, () => begin(at.storage, ids, 7, 0, NOW_MS))
    expect(begun?.groups).to.have.deep.members(
      sent.map(({ organizationId, appId, channel, lane }) => ({
        ...groupOf('message', 1, organizationId),
        appId,
        channel,
        lane,
      })),
    )
  })
}

const following = (at: StorageUnderTest): void => {
  it('numbers commits from 1, without gaps, and reads them page by page', async () => {
    expect(await right(at.storage.feed.head())).to.deep.include({ seq: 0 })
    await acceptEach(at, 7)
    await numberAll(at.storage)
    const head = await right(at.storage.feed.head())
    expect(await right(at.storage.feed.waiting(10))).to.equal(0)
    const page = await right(at.storage.feed.read(2, 3))
    expect(seqsOf(page.changes)).to.deep.equal([3, 4, 5])
    expect(page).to.deep.include({
      head,
      isGone: false,
      catalogEpoch: await right(at.storage.catalog.epoch()),
    })
    expect(seqsOf(await changesAfter(at.storage, 0))).to.deep.equal(
      Array.from({ length: head.seq }, (_, index) => index + 1),
    )
    expect((await right(at.storage.feed.read(head.seq, 10))).changes).to.deep.equal([])
  })

  it('shows sequencers whether the feed is watched', async () => {
    const isWatched = async () => (await right(at.storage.feed.number(1, NOW_MS))).isWatched
    expect(await isWatched()).to.equal(false)
    await right(at.storage.feed.watch(NOW_MS + MINUTE_MS))
    expect(await isWatched()).to.equal(true)
    await right(at.storage.feed.watch(NOW_MS - MINUTE_MS))
    expect(await isWatched()).to.equal(true)
  })

  it('starts a new epoch when ordered, and continues its numbers', async () => {
    await acceptEach(at, 2)
    await numberAll(at.storage)
    const before = await right(at.storage.feed.head())
    const after = await right(at.storage.feed.reset())
    expect(after.seq).to.equal(before.seq)
    expect(after.epoch).to.not.equal(before.epoch)
    await at.reopen()
    expect(await right(at.storage.feed.head())).to.deep.equal(after)
  })
}

const purging = (at: StorageUnderTest): void => {
  it('deletes old changes, oldest first, and reports that to a reader that was behind', async () => {
    await acceptEach(at, 9)
    await numberAll(at.storage)
    const { seq } = await right(at.storage.feed.head())
    expect(await right(at.storage.feed.purge({ beforeMs: 0, mostBytes: 2 ** 29 }, 100))).to.equal(0)
    expect(await right(at.storage.feed.purge(EVERYTHING, 4))).to.equal(4)
    expect(await right(at.storage.feed.read(3, 10))).to.deep.include({ isGone: true })
    expect(await right(at.storage.feed.read(4, 10))).to.deep.include({ isGone: false })
    expect(seqsOf(await changesAfter(at.storage, 4))[0]).to.equal(5)
    expect(await right(at.storage.feed.purge(EVERYTHING, 100))).to.equal(seq - 4)
    expect(await right(at.storage.feed.head())).to.deep.include({ seq })
    await acceptEach(at, 1)
    await numberAll(at.storage)
    expect(seqsOf(await changesAfter(at.storage, seq))[0]).to.equal(seq + 1)
  })

  it('keeps at most a number of bytes, the newest', async () => {
    await acceptEach(at, 9)
    await numberAll(at.storage)
    const { seq } = await right(at.storage.feed.head())
    expect(await right(at.storage.feed.purge({ beforeMs: 0, mostBytes: 1 }, 100))).to.equal(seq)
    await acceptEach(at, 9)
    await numberAll(at.storage)
    const purged = await right(at.storage.feed.purge({ beforeMs: 0, mostBytes: 1000 }, 100))
    const { seq: newest } = await right(at.storage.feed.head())
    expect(purged)
      .to.be.greaterThan(0)
      .and.lessThan(newest - seq)
    expect(seqsOf(await changesAfter(at.storage, seq + purged)).at(-1)).to.equal(newest)
  })
}

/** Tests the change feed: changes that people see, in one order and without gaps. */
export const feedSuite = (open: OpenStorage): void => {
  describe('the change feed', () => {
    const at = useStorage(open, 'test')
    saying(at)
    following(at)
    purging(at)
  })
}
