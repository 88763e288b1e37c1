import { expect } from 'chai'
import type { MessageId } from '@postrider/core/kernel/ids/id'
import type { RetainedKind } from '@postrider/core/platform/domain/retention/retention'
import { DAY_MS } from '@postrider/core/kernel/time/epoch-ms'
import type { SearchKey } from '@postrider/core/messaging/ports/search-storage'
import { checkInvariants } from '@postrider/core/platform/use-cases/verification/check-invariants'
import { NOW_MS } from '../../builders/fresh.js'
import { sha256 } from '../../builders/sha256.js'
import { right } from '../../outcome.js'
import { acceptPaid } from '../messaging/accepting.js'
import { numberAll } from '../feed/following.js'
import { type OpenStorage, type StorageUnderTest, useStorage } from '../open-storage.js'
import { submitted } from '../messaging/reporting.js'
import { endMessages } from '../messaging/settling.js'

/** Later than every message of the test, and than the time in its id. */
const LATER_MS = NOW_MS + 50 * 365 * DAY_MS

const purge = (at: StorageUnderTest, kind: RetainedKind, beforeMs = LATER_MS, most = 100) =>
  right(at.storage.retention.purge(kind, beforeMs, most))

const end = (at: StorageUnderTest, messageIds: readonly MessageId[]) =>
  right(endMessages(at.storage, messageIds, 'release', NOW_MS))

const forgetKeys = (at: StorageUnderTest) => right(at.storage.acceptance.purgeAccepted(LATER_MS, 1_000))

const evidenceOf = (at: StorageUnderTest) => right(at.storage.evidence.messages(undefined, 100))

const key: SearchKey = { keyId: 'first', digestOf: (to) => sha256(to).slice(0, 32) }

const acceptEnded = async (at: StorageUnderTest, to = '+447700900123'): Promise<MessageId> => {
  const { messageId } = (await acceptPaid(at.storage, { to })).message
  await end(at, [messageId])
  return messageId
}

const purgingMessages = (at: StorageUnderTest): void => {
  it('deletes final messages without a key, and keeps their money', async () => {
    const messageId = await acceptEnded(at)
    const before = await right(checkInvariants({ ...at, digests: { sha256 } })())
    expect(await purge(at, 'messages')).to.equal(0)
    await forgetKeys(at)
    expect(await purge(at, 'messages', 0)).to.equal(0)
    expect((await evidenceOf(at)).map(({ message }) => message.messageId)).to.deep.equal([messageId])
    expect(await purge(at, 'messages')).to.equal(1)
    expect(await evidenceOf(at)).to.deep.equal([])
    const after = await right(checkInvariants({ ...at, digests: { sha256 } })())
    expect(after.violations).to.deep.equal([])
    expect([after.accounts, after.events]).to.deep.equal([before.accounts, before.events])
    expect(after.messages).to.equal(0)
  })

  it("keeps messages that aren't final or wait for something", async () => {
    await acceptPaid(at.storage)
    await forgetKeys(at)
    expect(await purge(at, 'messages')).to.equal(0)
    expect(await evidenceOf(at)).to.have.length(1)
  })

  it('continues slice by slice, and stores the time before that it has purged', async () => {
    for (let count = 0; count < 5; count += 1) await acceptEnded(at)
    await forgetKeys(at)
    const sizes = [await purge(at, 'messages', LATER_MS, 2), await purge(at, 'messages', LATER_MS, 2)]
    expect([...sizes, await purge(at, 'messages', LATER_MS, 2)]).to.deep.equal([2, 2, 1])
    const marks = { messages: LATER_MS, attempts: 0, search: 0 }
    expect(await right(at.storage.retention.purgedBefore())).to.deep.equal(marks)
    await purge(at, 'messages', NOW_MS)
    expect(await right(at.storage.retention.purgedBefore())).to.deep.equal(marks)
  })
}

/** Tests deletion by age. */
export const retentionSuite = (open: OpenStorage): void => {
  describe('retention', () => {
    const at = useStorage(open, 'test')
    purgingMessages(at)

    it('deletes calls of messages that are on no list, and keeps the messages', async () => {
      await submitted(at, 'one')
      expect(await purge(at, 'attempts')).to.equal(0)
      const [listed] = await evidenceOf(at)
      if (listed === undefined) throw new Error('nothing is stored')
      await end(at, [listed.message.messageId])
      expect(await purge(at, 'attempts')).to.equal(1)
      const [left] = await evidenceOf(at)
      expect(left?.message.messageId).to.equal(listed.message.messageId)
      expect(left?.attempts).to.deep.equal([])
      expect((await right(at.storage.retention.purgedBefore())).attempts).to.equal(LATER_MS)
    })

    it('deletes search entries in any number of slices', async () => {
      await right(at.storage.keys.nameFirst(key.keyId, NOW_MS))
      const to = '+919876543210'
      for (let count = 0; count < 5; count += 1)
        await acceptEnded(at, count < 3 ? to : `+91987654320${count}`)
      await numberAll(at.storage)
      for (let isMore = true; isMore;) ({ isMore } = await right(at.storage.search.index(key, 100)))
      const found = async () => {
        const { generations } = (await right(at.storage.search.status())).value
        const recipients = generations.map(({ generation }) => ({ generation, digest: key.digestOf(to) }))
        const page = { before: undefined, limit: 10 }
        return (await right(at.storage.search.byRecipient(recipients, page))).value.length
      }
      expect(await found()).to.equal(3)
      for (let size = 2; size === 2;) size = await purge(at, 'search', LATER_MS, 2)
      expect(await found()).to.equal(0)
      expect((await right(at.storage.retention.purgedBefore())).search).to.equal(LATER_MS)
      expect(await purge(at, 'search', LATER_MS + 1)).to.equal(0)
    })

    it('shows the oldest row of each kind and the growth of a day', async () => {
      const kinds = (await right(at.storage.retention.figures(NOW_MS))).map(({ kind, oldestMs }) => [
        kind,
        oldestMs,
      ])
      expect(kinds).to.deep.equal([
        ['messages', undefined],
        ['attempts', undefined],
        ['search', undefined],
      ])
      await submitted(at, 'one')
      for (const { oldestMs, perDay } of await right(at.storage.retention.figures(NOW_MS))) {
        expect(oldestMs).to.be.a('number')
        expect(perDay).to.be.within(0, 1)
      }
    })
  })
}
