import type { AttemptSegment } from '@postrider/core/messaging/domain/dispatch/attempt-segment'
import type { MessageId } from '@postrider/core/kernel/ids/id'
import { HOUR_MS } from '@postrider/core/kernel/time/epoch-ms'
import type { FirstCall, WorkItem } from '@postrider/core/messaging/ports/dispatch-storage'
import { expect } from 'chai'
import { aMessage } from '../../builders/a-message.js'
import { aReceipt } from '../../builders/a-receipt.js'
import { fresh, NOW_MS } from '../../builders/fresh.js'
import { right } from '../../outcome.js'
import { acceptPaid } from './accepting.js'
import type { StorageUnderTest } from '../open-storage.js'
import { pending, store, submitted, submittedInParts } from './reporting.js'
import { workItemOf, NO_WORK } from './settling.js'
import { evidenceOf } from './traces.js'

/** Tests which pending reports work receives, and what happens to them. */
export const receiptsAtWork = (at: StorageUnderTest): void => {
  const shownTo = (item: WorkItem, ...others: readonly WorkItem[]) =>
    right(
      at.storage.dispatch.work([item, ...others], (known) => ({
        ...NO_WORK,
        result: known.receipts.get(item.messageId) ?? [],
      })),
    )
  /** The reports that a first call receives, next to two other messages without reports. */
  const shownToFirst = (item: WorkItem & { readonly firstCall: FirstCall }) => {
    const another = () => ({ messageId: fresh.id('msg'), learned: [], firstCall: item.firstCall })
    return shownTo(item, another(), another())
  }
  const seenBy = (messageId: MessageId, learned: WorkItem['learned'] = []) => shownTo({ messageId, learned })

  it("shows reports from before the submit's response to the work that stores the references", async () => {
    const { message } = await acceptPaid(at.storage)
    const providerAccountId = fresh.id('pac')
    const early = aReceipt({ providerAccountId, providerMessageId: 'Early-1' })
    await store(at, [early, aReceipt({ providerMessageId: 'Early-1' })])
    expect(await seenBy(message.messageId)).to.deep.equal([])
    const second = aReceipt({
      providerAccountId,
      providerMessageId: 'early-2',
      receivedAtMs: early.receivedAtMs + 1,
    })
    await store(at, [second])
    const learned = ['early-1', 'early-2'].map((providerReference) => ({
      providerAccountId,
      providerReference,
    }))
    expect(await seenBy(message.messageId, learned.slice(0, 1))).to.deep.equal([early])
    expect(await seenBy(message.messageId, learned)).to.deep.equal([early, second])
  })

  it('shows early reports to the result of a first call, by its new reference', async () => {
    const { message } = await acceptPaid(at.storage)
    const { messageId } = message
    const providerAccountId = fresh.id('pac')
    const early = aReceipt({ providerAccountId, providerMessageId: 'first-1' })
    await store(at, [early])
    const learned = [{ providerAccountId, providerReference: 'first-1' }]
    const firstCall = { providerAccountId, acceptedAtMs: message.acceptedAtMs }
    expect(await shownToFirst({ messageId, learned, firstCall })).to.deep.equal([early])
  })

  it('shows early reports to the result of a first call, by our reference', async () => {
    const { messageId = aMessage().messageId, providerAccountId } = await submitted(at, 'taken-2')
    const named = aReceipt({ providerAccountId, messageId, providerMessageId: 'first-2' })
    await store(at, [named, aReceipt({ messageId })])
    const firstCall = { providerAccountId, acceptedAtMs: NOW_MS }
    expect(await shownToFirst({ messageId, learned: [], firstCall })).to.deep.equal([named])
  })

  it('shows early reports to the result of a first call, also if they have times of a slow clock', async () => {
    const { message } = await acceptPaid(at.storage)
    const { messageId, acceptedAtMs } = message
    const providerAccountId = fresh.id('pac')
    const receivedAtMs = acceptedAtMs - HOUR_MS
    const early = aReceipt({ providerAccountId, providerMessageId: 'first-0', receivedAtMs })
    await store(at, [early])
    const learned = [{ providerAccountId, providerReference: 'first-0' }]
    const firstCall = { providerAccountId, acceptedAtMs }
    expect(await shownToFirst({ messageId, learned, firstCall })).to.deep.equal([early])
  })

  it('hides early reports that name another message of the account from the result of a first call', async () => {
    const { messageId: other, providerAccountId } = await submitted(at, 'taken-3')
    const { message } = await acceptPaid(at.storage)
    const { messageId } = message
    const strange = aReceipt({ providerAccountId, messageId: other, providerMessageId: 'first-3' })
    const unknown = aReceipt({
      providerAccountId,
      messageId: fresh.id('msg'),
      providerMessageId: 'first-3',
      receivedAtMs: strange.receivedAtMs + 1,
    })
    await store(at, [strange, unknown])
    const learned = [{ providerAccountId, providerReference: 'first-3' }]
    const firstCall = { providerAccountId, acceptedAtMs: message.acceptedAtMs }
    expect(await shownToFirst({ messageId, learned, firstCall })).to.deep.equal([unknown])
  })

  it('shows early reports to the result of a first call, also after many for others', async () => {
    const { message } = await acceptPaid(at.storage)
    const { messageId } = message
    const providerAccountId = fresh.id('pac')
    const early = aReceipt({ providerAccountId, providerMessageId: 'first-4' })
    const others = Array.from({ length: 30 }, (_, age) =>
      aReceipt({ receivedAtMs: early.receivedAtMs - age }),
    )
    await store(at, [...others, early])
    const learned = [{ providerAccountId, providerReference: 'first-4' }]
    const firstCall = { providerAccountId, acceptedAtMs: message.acceptedAtMs }
    expect(await shownTo({ messageId, learned, firstCall })).to.deep.equal([early])
  })

  it("shows no report of an account that wasn't given the named message", async () => {
    const { messageId = aMessage().messageId } = await submitted(at, 'ref-6')
    await store(at, [aReceipt({ messageId })])
    expect(await seenBy(messageId)).to.deep.equal([])
  })

  it('shows a report that names one of our messages to no other, for any provider reference', async () => {
    const { messageId = aMessage().messageId, providerAccountId } = await submitted(at, 'ref-5')
    const { messageId: named = aMessage().messageId } = await submitted(at, 'ref-5b', providerAccountId)
    const receipt = aReceipt({ providerAccountId, providerMessageId: 'ref-5', messageId: named })
    await store(at, [receipt])
    expect(await seenBy(messageId)).to.deep.equal([])
    expect(await seenBy(named)).to.deep.equal([receipt])
  })

  it('shows the pending reports of a message, by either reference, oldest first', async () => {
    const { messageId = aMessage().messageId, providerAccountId } = await submitted(at, 'ref-3')
    const receipts = [
      aReceipt({ providerAccountId, providerMessageId: 'REF-3', receivedAtMs: NOW_MS + 1 }),
      aReceipt({ providerAccountId, messageId, receivedAtMs: NOW_MS + 2 }),
      aReceipt({ providerAccountId, providerMessageId: 'ref-3', receivedAtMs: NOW_MS + 3 }),
    ]
    for (const receipt of receipts) await store(at, [receipt])
    expect(await seenBy(messageId)).to.deep.equal(receipts)
  })

  it('shows the pending reports of its parts, each once, with the known parts', async () => {
    const { whole, parts } = await submittedInParts(at, 'p-1', 'p-2')
    const { messageId = aMessage().messageId, providerAccountId } = whole
    const receipts = ['P-2', 'p-1'].map((providerMessageId, index) =>
      aReceipt({ providerAccountId, providerMessageId, receivedAtMs: NOW_MS + index }),
    )
    for (const receipt of receipts) await store(at, [receipt])
    expect(await seenBy(messageId)).to.deep.equal(receipts)
    const changed = parts.map((part) =>
      part.part === 2
        ? { ...part, status: 'undelivered' as const, failureCode: 'recipient_blocked' as const }
        : part,
    )
    const look = (given: readonly AttemptSegment[]) =>
      right(
        at.storage.dispatch.work([workItemOf(messageId)], (known) => ({
          ...NO_WORK,
          parts: given,
          result: known.parts.get(messageId),
        })),
      )
    expect(await look(changed.slice(1))).to.deep.equal(parts)
    expect(await look([])).to.deep.equal(changed)
  })

  it('hides a report after work has applied it, and keeps it with its message', async () => {
    const { messageId = aMessage().messageId, providerAccountId } = await submitted(at, 'ref-4')
    const receipts = [
      aReceipt({ providerAccountId, providerMessageId: 'ref-4' }),
      aReceipt({
        providerAccountId,
        providerMessageId: 'ref-4',
        status: 'undelivered',
        failureCode: 'recipient_blocked',
      }),
    ]
    await store(at, receipts)
    const states = ['applied', 'contradicted'] as const
    await right(
      at.storage.dispatch.work([workItemOf(messageId)], (known) => ({
        ...NO_WORK,
        receipts: (known.receipts.get(messageId) ?? []).map(({ receiptId }, index) => ({
          receiptId,
          messageId,
          state: states[index] ?? 'superseded',
        })),
        result: undefined,
      })),
    )
    expect(await seenBy(messageId)).to.deep.equal([])
    expect(await pending(at)).to.deep.equal([])
    const kept = (await evidenceOf(at.storage, messageId))?.receipts ?? []
    expect(kept.map(({ receiptId, state }) => [receiptId, state])).to.deep.equal(
      receipts.map(({ receiptId }, index) => [receiptId, states[index]]),
    )
    expect(await store(at, receipts)).to.deep.equal([])
  })
}
