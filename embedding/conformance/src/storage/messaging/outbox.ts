import type { Lane } from '@postrider/core/kernel/messages/lane'
import { LANES } from '@postrider/core/kernel/messages/lane'
import { UNTRACED } from '@postrider/core/kernel/tracing/trace-context'
import { expect } from 'chai'
import { aTrace } from '../../builders/a-trace.js'
import { aMessage } from '../../builders/a-message.js'
import { NOW_MS } from '../../builders/fresh.js'
import { right } from '../../outcome.js'
import { accept, acceptPaid, aRequest, credit, payingAccountOf } from './accepting.js'
import { type OpenStorage, type StorageUnderTest, useStorage } from '../open-storage.js'

const AGAIN_MS = NOW_MS + 60_000

const takeAt = (at: StorageUnderTest, nowMs: number, limit = 100, lane: Lane = 'transactional') =>
  right(at.storage.outbox.takeDue(lane, limit, nowMs, nowMs + 60_000))

const idsOf = (rows: ReadonlyArray<{ readonly messageId: string }>) => rows.map(({ messageId }) => messageId)

const taking = (at: StorageUnderTest): void => {
  it('lists an accepted message as due at once and never published', async () => {
    const { message } = await acceptPaid(at.storage)
    const { messageId, organizationId, lane, trace } = message
    const listed = { messageId, organizationId, lane, publications: 0, trace }
    expect(await takeAt(at, NOW_MS)).to.deep.equal([listed])
  })

  it('returns the request of each, and none for those accepted without one', async () => {
    const traces = [UNTRACED, { requestId: 'r'.repeat(128), traceparent: undefined }, aTrace()]
    const byId = new Map<string, unknown>()
    for (const trace of traces) byId.set((await acceptPaid(at.storage, { trace })).message.messageId, trace)
    const taken = await takeAt(at, NOW_MS)
    expect(new Map(taken.map(({ messageId, trace }) => [messageId, trace]))).to.deep.equal(byId)
  })

  it('returns a taken message to no other caller before it is due again, then counts its publication', async () => {
    const { message } = await acceptPaid(at.storage)
    await takeAt(at, NOW_MS)
    expect(await takeAt(at, NOW_MS)).to.deep.equal([])
    expect(await takeAt(at, AGAIN_MS - 1)).to.deep.equal([])
    const again = await takeAt(at, AGAIN_MS)
    expect(again).to.have.length(1)
    expect(again[0]).to.deep.include({ messageId: message.messageId, publications: 1 })
  })

  it('takes the oldest first, and at most the limit', async () => {
    const order = [3, 1, 2, 5, 4]
    const messages = new Map<number, string>()
    for (const age of order) {
      const { message } = await acceptPaid(at.storage, { acceptedAtMs: NOW_MS + age })
      await right(at.storage.outbox.makeDue([message.messageId], NOW_MS + age))
      messages.set(age, message.messageId)
    }
    const named = (ages: readonly number[]) => ages.map((age) => messages.get(age))
    expect(idsOf(await takeAt(at, NOW_MS + 10, 2))).to.have.members(named([1, 2]))
    expect(idsOf(await takeAt(at, NOW_MS + 10, 2))).to.have.members(named([3, 4]))
    expect(idsOf(await takeAt(at, NOW_MS + 10, 2))).to.deep.equal(named([5]))
  })

  it('separates the lanes', async () => {
    const byLane = new Map<Lane, string>()
    for (const lane of LANES) byLane.set(lane, (await acceptPaid(at.storage, { lane })).message.messageId)
    for (const lane of LANES) {
      expect(idsOf(await takeAt(at, NOW_MS, 100, lane))).to.deep.equal([byLane.get(lane)])
      expect(await takeAt(at, NOW_MS, 100, lane)).to.deep.equal([])
    }
  })

  it('gives each message to one of several concurrent relays', async () => {
    const message = aMessage()
    const requests = Array.from({ length: 90 }, () =>
      aRequest({ message: aMessage({ organizationId: message.organizationId }) }),
    )
    await credit(at.storage, payingAccountOf(message), 90 * 25)
    await right(accept(at.storage, requests))
    const other = await at.another()
    const taken: string[] = []
    const relay = async (storage: typeof other): Promise<void> => {
      for (let round = 0; round < 6; round += 1)
        taken.push(...idsOf(await right(storage.outbox.takeDue('transactional', 20, NOW_MS, AGAIN_MS))))
    }
    await Promise.all([relay(at.storage), relay(other), relay(at.storage), relay(other)])
    expect([...taken].sort()).to.deep.equal(requests.map((request) => request.message.messageId).sort())
  })
}

const changing = (at: StorageUnderTest): void => {
  it('makes messages due at the given time, sooner or later', async () => {
    const { message } = await acceptPaid(at.storage)
    await takeAt(at, NOW_MS)
    await right(at.storage.outbox.makeDue([message.messageId], NOW_MS + 5))
    expect(await takeAt(at, NOW_MS + 4)).to.deep.equal([])
    expect(await takeAt(at, NOW_MS + 5)).to.have.length(1)
  })

  it("doesn't count a failed publication", async () => {
    await acceptPaid(at.storage)
    const taken = await takeAt(at, NOW_MS)
    await right(
      at.storage.outbox.makeDue(
        taken.map(({ messageId }) => messageId),
        NOW_MS + 5,
      ),
    )
    expect(await right(at.storage.outbox.waitingSince(LANES, NOW_MS + 5))).to.equal(NOW_MS)
    expect(await takeAt(at, NOW_MS + 5)).to.deep.equal(taken)
  })

  it("doesn't list removed messages again", async () => {
    const { message } = await acceptPaid(at.storage)
    await strike(at, message.messageId)
    await right(at.storage.outbox.makeDue([message.messageId, aMessage().messageId], NOW_MS))
    expect(await takeAt(at, NOW_MS * 2)).to.deep.equal([])
    expect(await right(at.storage.outbox.count())).to.equal(0)
  })

  it('does nothing for no messages', async () => {
    await right(at.storage.outbox.makeDue([], NOW_MS))
    expect(await takeAt(at, NOW_MS)).to.deep.equal([])
  })
}

const strike = (at: StorageUnderTest, messageId: ReturnType<typeof aMessage>['messageId']) =>
  right(
    at.storage.dispatch.work([{ messageId, learned: [] }], () => ({
      messages: [],
      attempts: [],
      events: [],
      accounts: [],
      budgetUses: [],
      due: [{ messageId, atMs: undefined }],
      parts: [],
      refusals: [],
      receipts: [],
      result: undefined,
    })),
  )

const gauging = (at: StorageUnderTest): void => {
  it('counts listed messages and shows since when the oldest waits unpublished', async () => {
    const seen = async (nowMs: number) => ({
      listed: await right(at.storage.outbox.count()),
      sinceMs: await right(at.storage.outbox.waitingSince(LANES, nowMs)),
    })
    expect(await seen(NOW_MS)).to.deep.equal({ listed: 0, sinceMs: undefined })
    for (const age of [2_000, 0, 1_000]) await acceptPaid(at.storage, { acceptedAtMs: NOW_MS + age })
    expect(await seen(NOW_MS - 1)).to.deep.equal({ listed: 3, sinceMs: undefined })
    expect(await seen(NOW_MS + 2_000)).to.deep.equal({ listed: 3, sinceMs: NOW_MS })
    await takeAt(at, NOW_MS + 2_000, 1)
    expect(await seen(NOW_MS + 2_000)).to.deep.equal({ listed: 3, sinceMs: NOW_MS + 1_000 })
    await takeAt(at, NOW_MS + 2_000)
    expect(await seen(NOW_MS + 2_000)).to.deep.equal({ listed: 3, sinceMs: undefined })
  })

  it('keeps the list when it is closed and opened again', async () => {
    const { message } = await acceptPaid(at.storage)
    await takeAt(at, NOW_MS)
    await at.reopen()
    expect(await takeAt(at, NOW_MS)).to.deep.equal([])
    expect(idsOf(await takeAt(at, AGAIN_MS))).to.deep.equal([message.messageId])
  })
}

/** Tests the list of messages that still need work. */
export const outboxSuite = (open: OpenStorage): void => {
  describe('the outbox', () => {
    const at = useStorage(open, 'test')
    taking(at)
    changing(at)
    gauging(at)
  })
}
