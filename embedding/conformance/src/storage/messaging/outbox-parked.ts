import { expect } from 'chai'
import { LANES, type Lane } from '@postrider/core/kernel/messages/lane'
import type { MessageId, ProviderAccountId } from '@postrider/core/kernel/ids/id'
import type { Message } from '@postrider/core/messaging/domain/messages/message'
import type { ParkedMessages } from '@postrider/core/messaging/ports/outbox-storage'
import { aProviderAccount } from '../../builders/a-provider-account.js'
import { NOW_MS } from '../../builders/fresh.js'
import { right } from '../../outcome.js'
import { acceptPaid } from './accepting.js'
import { type OpenStorage, type StorageUnderTest, useStorage } from '../open-storage.js'

const LATER_MS = NOW_MS + 3_600_000

const anAccount = (): ProviderAccountId => aProviderAccount().providerAccountId

const park = (
  at: StorageUnderTest,
  messageIds: readonly MessageId[],
  waitsFor: readonly ProviderAccountId[],
  untilMs = LATER_MS,
) =>
  right(
    at.storage.dispatch.work(
      messageIds.map((messageId) => ({ messageId, learned: [] })),
      () => ({
        messages: [],
        attempts: [],
        events: [],
        accounts: [],
        budgetUses: [],
        due: messageIds.map((messageId) => ({ messageId, atMs: untilMs, waitsFor })),
        parts: [],
        refusals: [],
        receipts: [],
        result: undefined,
      }),
    ),
  )

const acceptOne = async (at: StorageUnderTest, of: Partial<Message> = {}): Promise<MessageId> =>
  (await acceptPaid(at.storage, of)).message.messageId

const taken = async (at: StorageUnderTest, lane: Lane = 'transactional', nowMs = NOW_MS) =>
  (await right(at.storage.outbox.takeDue(lane, 100, nowMs, nowMs + 60_000))).map(({ messageId }) => messageId)

/** The only group of parked messages. */
const onlyGroup = async (at: StorageUnderTest): Promise<ParkedMessages> => {
  const [group, ...others] = await right(at.storage.outbox.parked())
  if (group === undefined || others.length > 0) throw new Error('there is not one group of parked messages')
  return group
}

/** Tests messages that wait for accounts which don't work. */
export const outboxParkedSuite = (open: OpenStorage): void => {
  describe('parked messages', () => {
    const at = useStorage(open, 'test')

    it('are not taken, and are found by lane and accounts', async () => {
      const [one, other] = [anAccount(), anAccount()]
      const accountOf: Readonly<Record<Lane, readonly ProviderAccountId[]>> = {
        otp: [one],
        transactional: [one, other],
        promotional: [other, one],
      }
      expect(await right(at.storage.outbox.parked())).to.deep.equal([])
      for (const lane of LANES)
        await park(at, [await acceptOne(at, { lane }), await acceptOne(at, { lane })], accountOf[lane])
      for (const lane of LANES) expect(await taken(at, lane)).to.deep.equal([])
      const found = await right(at.storage.outbox.parked())
      expect(found.map(({ lane, accountIds }) => [lane, accountIds])).to.have.deep.members(
        LANES.map((lane) => [lane, [...accountOf[lane]].sort()]),
      )
      expect(await right(at.storage.outbox.count())).to.equal(6)
      await at.reopen()
      expect(await right(at.storage.outbox.parked())).to.have.deep.members([...found])
    })

    it('are released up to the limit, earliest end of validity first', async () => {
      const [last, first, second] = [await acceptOne(at), await acceptOne(at), await acceptOne(at)]
      const account = [anAccount()]
      await park(at, [last], account, LATER_MS + 2)
      await park(at, [second], account, LATER_MS + 1)
      await park(at, [first], account, LATER_MS)
      const group = await onlyGroup(at)
      expect(await right(at.storage.outbox.release(group, 2, NOW_MS))).to.equal(2)
      expect(await taken(at)).to.have.members([first, second])
      expect(await right(at.storage.outbox.release(group, 2, NOW_MS))).to.equal(1)
      expect(await taken(at)).to.deep.equal([last])
      expect(await right(at.storage.outbox.release(group, 2, NOW_MS))).to.equal(0)
      expect(await right(at.storage.outbox.parked())).to.deep.equal([])
    })

    it('are released only of the named lane and accounts', async () => {
      const [mine, other] = [await acceptOne(at), await acceptOne(at)]
      await park(at, [mine], [anAccount()])
      const group = await onlyGroup(at)
      await park(at, [other], [anAccount()])
      expect(await right(at.storage.outbox.release(group, 10, NOW_MS))).to.equal(1)
      expect(await taken(at)).to.deep.equal([mine])
    })

    it('are released when they are due or hastened', async () => {
      const [due, hastened, waiting] = [
        await acceptOne(at),
        await acceptPaid(at.storage),
        await acceptOne(at),
      ]
      await park(at, [due], [anAccount()], NOW_MS)
      await park(at, [hastened.message.messageId, waiting], [anAccount()])
      const groups = await right(at.storage.outbox.parked())
      const release = () => right(at.storage.outbox.releaseDue(groups, 10, NOW_MS))
      expect(await release()).to.equal(1)
      expect(await taken(at)).to.deep.equal([due])
      const { organizationId, appId } = hastened.message
      await right(at.storage.outbox.makeDueNow({ _tag: 'OfApp', organizationId, appId }, NOW_MS))
      expect(await release()).to.equal(1)
      expect(await taken(at)).to.deep.equal([hastened.message.messageId])
      expect(await release()).to.equal(0)
      expect(await right(at.storage.outbox.releaseDue([], 10, NOW_MS))).to.equal(0)
    })

    it('are removed and postponed like all others, and counted by no gauge of due messages', async () => {
      const messageId = await acceptOne(at)
      await park(at, [messageId], [anAccount()])
      expect(await right(at.storage.outbox.waitingSince(LANES, LATER_MS * 2))).to.equal(undefined)
      const { messages } = (await right(at.storage.switches.waiting(undefined))).value
      expect(messages.map((message) => message.messageId)).to.deep.equal([messageId])
      await right(at.storage.outbox.makeDue([messageId], NOW_MS))
      const groups = await right(at.storage.outbox.parked())
      expect(await right(at.storage.outbox.releaseDue(groups, 10, NOW_MS))).to.equal(1)
      expect(await taken(at)).to.deep.equal([messageId])
    })
  })
}
