import type { MessageId, UnreadableCallbackId } from '@postrider/core/kernel/ids/id'
import type { Receipt } from '@postrider/core/providers/domain/receipts/receipt'
import type { StoredTemplateReport } from '@postrider/core/templates/domain/template-report'
import { expect } from 'chai'
import { aMessage } from '../../builders/a-message.js'
import { aReceipt } from '../../builders/a-receipt.js'
import { anUnreadableCallback } from '../../builders/an-unreadable-callback.js'
import { aStoredInbound, aStoredPart } from '../../builders/an-inbound-message.js'
import { fresh, NOW_MS } from '../../builders/fresh.js'
import { right } from '../../outcome.js'
import { acceptPaid } from './accepting.js'
import { receiptsAtWork } from './receipts-at-work.js'
import { pending, store, submitted, submittedInParts } from './reporting.js'
import { type OpenStorage, type StorageUnderTest, useStorage } from '../open-storage.js'

/** The message that the stored receipt is matched with. */
const matchOf = async (at: StorageUnderTest, receipt: Receipt): Promise<MessageId | undefined> => {
  expect(await store(at, [receipt])).to.deep.equal([receipt.receiptId])
  const matched = await right(at.storage.receipts.match([receipt.receiptId]))
  expect(matched.map(({ receiptId }) => receiptId)).to.deep.equal([receipt.receiptId])
  return matched[0]?.messageId
}

const storing = (at: StorageUnderTest): void => {
  it('stores reports completely, also for unknown messages', async () => {
    const receipts = [
      aReceipt({ providerMessageId: ' 00AbC9 ' }),
      aReceipt({
        messageId: aMessage().messageId,
        status: 'undelivered',
        failureCode: 'recipient_unreachable',
        reason: { code: '30003', text: 'Unreachable destination handset' },
        recipient: '+447400123456',
      }),
      aReceipt({ providerTimeMs: undefined, status: 'accepted', raw: '' }),
    ]
    expect(await store(at, receipts)).to.deep.equal(receipts.map(({ receiptId }) => receiptId))
    expect(await pending(at)).to.deep.equal(receipts)
  })

  it('skips existing reports, in one call or in two', async () => {
    const first = aReceipt()
    const same = aReceipt({
      providerAccountId: first.providerAccountId,
      eventKey: first.eventKey,
      raw: 'again',
    })
    const fresher = aReceipt()
    expect(await store(at, [first, same])).to.deep.equal([first.receiptId])
    expect(await store(at, [same, fresher])).to.deep.equal([fresher.receiptId])
    expect(await store(at, [first, fresher])).to.deep.equal([])
    expect(await pending(at)).to.deep.equal([first, fresher])
  })

  it('stores a report once when it arrives many times at once', async () => {
    const { providerAccountId, eventKey } = aReceipt()
    const other = await at.another()
    const arrivals = Array.from({ length: 16 }, () => aReceipt({ providerAccountId, eventKey }))
    const stored = await Promise.all(
      arrivals.map((receipt, index) => store({ storage: index % 2 ? other : at.storage }, [receipt])),
    )
    expect(stored.flat()).to.have.length(1)
    expect((await pending(at)).map(({ receiptId }) => receiptId)).to.deep.equal(stored.flat())
  })

  it('compares event keys by every character, and by the provider account', async () => {
    const { providerAccountId } = aReceipt()
    const keys = ['evt-1', 'EVT-1', 'evt-1 ', 'évt-1', 'evt-10']
    const receipts = [
      ...keys.map((eventKey) => aReceipt({ providerAccountId, eventKey })),
      aReceipt({ eventKey: 'evt-1' }),
    ]
    expect(await store(at, receipts)).to.have.length(receipts.length)
  })
}

const otherReports = (at: StorageUnderTest): void => {
  const beforeMs = NOW_MS + 60_000
  const aTemplateReport = (overrides: Partial<StoredTemplateReport> = {}): StoredTemplateReport => ({
    templateReportId: fresh.id('trp'),
    providerAccountId: fresh.id('pac'),
    name: 'order_shipped',
    language: 'en',
    verdict: 'paused',
    reason: 'LOW_QUALITY',
    words: 'Number of parameters does not match',
    atMs: NOW_MS,
    eventKey: `event-${fresh.hex(16)}`,
    raw: '{}',
    receivedAtMs: NOW_MS + 2_000,
    state: 'pending',
    ...overrides,
  })

  it('stores inbound messages and template reports next to delivery reports, each once', async () => {
    const first = {
      receipts: [aReceipt()],
      inbound: [
        aStoredInbound({ text: 'Größe? 🙂', inReplyTo: 'wamid.1', raw: '' }),
        aStoredInbound({
          from: undefined,
          userId: 'u-1',
          text: '',
          atMs: undefined,
          consentChange: { wants: 'stop', scope: 'promotional' },
        }),
      ],
      parts: [aStoredPart()],
      templates: [
        aTemplateReport(),
        aTemplateReport({ verdict: 'approved', reason: undefined, atMs: undefined }),
      ],
      unreadable: [anUnreadableCallback({ raw: 'ü 🙂', detail: '' })],
    }
    expect(await right(at.storage.receipts.store(first))).to.deep.equal(first)
    const more = {
      receipts: [aReceipt()],
      inbound: [aStoredInbound()],
      parts: [],
      templates: [aTemplateReport()],
      unreadable: [anUnreadableCallback()],
    }
    const both = {
      receipts: [...more.receipts, ...first.receipts],
      inbound: [...first.inbound, ...more.inbound, ...more.inbound],
      parts: [],
      templates: [...more.templates, ...first.templates],
      unreadable: [...more.unreadable, ...first.unreadable],
    }
    expect(await right(at.storage.receipts.store(both))).to.deep.equal(more)
    const { pendingInbound, pendingTemplates } = at.storage.receipts
    const [{ inboundId: inboundFirst } = aStoredInbound()] = first.inbound
    expect(await right(pendingInbound(beforeMs, undefined, 9))).to.deep.equal([
      ...first.inbound,
      ...more.inbound,
    ])
    expect(await right(pendingInbound(beforeMs, inboundFirst, 1))).to.deep.equal([first.inbound[1]])
    expect(await right(pendingInbound(NOW_MS, undefined, 9))).to.deep.equal([])
    expect(await right(pendingTemplates(beforeMs, undefined, 9))).to.deep.equal([
      ...first.templates,
      ...more.templates,
    ])
  })
}

const unreadable = (at: StorageUnderTest): void => {
  it('lists unreadable reports, newest first, and deletes old ones in portions', async () => {
    const kept = [1, 2, 3, 4].map((minute) =>
      anUnreadableCallback({ receivedAtMs: NOW_MS + minute * 60_000, raw: `{"minute":${minute}}` }),
    )
    const nothing = { receipts: [], inbound: [], parts: [], templates: [] }
    await right(at.storage.receipts.store({ ...nothing, unreadable: kept }))
    const listed = async (before?: UnreadableCallbackId, limit = 9) =>
      (await right(at.storage.reconciliation.unreadableCallbacks(before, limit))).value
    const newestFirst = kept.toReversed()
    expect(await listed()).to.deep.equal(newestFirst)
    expect(await listed(newestFirst[0]?.callbackId, 2)).to.deep.equal(newestFirst.slice(1, 3))
    const beforeMs = NOW_MS + 4 * 60_000
    expect(await right(at.storage.receipts.purgeUnreadable(beforeMs, 2))).to.equal(2)
    expect(await right(at.storage.receipts.purgeUnreadable(beforeMs, 2))).to.equal(1)
    expect(await right(at.storage.receipts.purgeUnreadable(beforeMs, 2))).to.equal(0)
    expect(await listed()).to.deep.equal(newestFirst.slice(0, 1))
  })
}

const matching = (at: StorageUnderTest): void => {
  it('finds a message by our own reference', async () => {
    const { messageId, providerAccountId } = await submitted(at, 'ref-0')
    expect(await matchOf(at, aReceipt({ providerAccountId, messageId }))).to.equal(messageId)
  })

  it('finds a message by the reference of its provider account, in any spelling', async () => {
    const spellings = [
      ['SMS-77ab', ' sms-77AB'],
      ['0001002003', '1002003'],
      ['00AbC9', 'abc9'],
    ] as const
    for (const [answered, reported] of spellings) {
      const { messageId, providerAccountId } = await submitted(at, answered)
      expect(await matchOf(at, aReceipt({ providerAccountId, providerMessageId: reported }))).to.equal(
        messageId,
      )
    }
  })

  it('finds a message by the reference of any of its parts', async () => {
    const { whole, parts } = await submittedInParts(at, 'Part-1', 'Part-2', 'Part-3')
    const { messageId, providerAccountId } = whole
    for (const { providerMessageId } of parts)
      expect(await matchOf(at, aReceipt({ providerAccountId, providerMessageId }))).to.equal(messageId)
    expect(await matchOf(at, aReceipt({ providerAccountId, providerMessageId: 'part-4' }))).to.equal(
      undefined,
    )
    expect(await matchOf(at, aReceipt({ providerMessageId: 'part-2' }))).to.equal(undefined)
  })

  it('finds a message by the other reference, if the first one names none', async () => {
    const { messageId, providerAccountId } = await submitted(at, 'ref-8')
    const { whole } = await submittedInParts(at, 'Part-4', 'Part-5')
    const named = (providerMessageId: string, otherReference: string, account = providerAccountId) =>
      aReceipt({ providerAccountId: account, providerMessageId, otherReference })
    expect(await matchOf(at, named('of-the-text', 'ref-8'))).to.equal(messageId)
    expect(await matchOf(at, named('of-the-text', 'part-5', whole.providerAccountId))).to.equal(
      whole.messageId,
    )
    const { messageId: other } = await submitted(at, 'ref-9', providerAccountId)
    expect(await matchOf(at, named('ref-9', 'ref-8'))).to.equal(other)
  })

  it('finds the message to the recipient of the report, if several have the reference', async () => {
    const { providerAccountId, ...first } = await submitted(at, 'ref-10', undefined, '+4915123456789')
    const second = await submitted(at, 'ref-10', providerAccountId, '+4915187654321')
    const about = (more: Partial<Receipt>) =>
      aReceipt({ providerAccountId, providerMessageId: 'ref-10', ...more })
    expect(await matchOf(at, about({ recipient: '+4915123456789' }))).to.equal(first.messageId)
    expect(await matchOf(at, about({ recipient: '+4915187654321' }))).to.equal(second.messageId)
    expect(await matchOf(at, about({ addresses: ['015123456789', '56767'] }))).to.equal(first.messageId)
    expect(await matchOf(at, about({ recipient: '+4915111111111' }))).to.equal(undefined)
  })

  it("doesn't confuse digits in different bases", async () => {
    const { providerAccountId } = await submitted(at, '1234')
    for (const reported of ['4d2', '0x4d2', '4660', '0x1234'])
      expect(
        await matchOf(at, aReceipt({ providerAccountId, providerMessageId: reported })),
        reported,
      ).to.equal(undefined)
  })

  it("prefers our own reference, and falls back if the account wasn't given that message", async () => {
    const { messageId, providerAccountId } = await submitted(at, 'ref-1')
    const other = await submitted(at, 'ref-1b', providerAccountId)
    const named = (more: Partial<Receipt>) =>
      aReceipt({ providerAccountId, providerMessageId: 'ref-1', ...more })
    expect(await matchOf(at, named({ messageId: other.messageId }))).to.equal(other.messageId)
    expect(await matchOf(at, named({ messageId: aMessage().messageId }))).to.equal(messageId)
    const { messageId: elsewhere } = await submitted(at, 'ref-1c')
    expect(await matchOf(at, named({ messageId: elsewhere }))).to.equal(messageId)
  })

  it("trusts no account about a message that it wasn't given", async () => {
    const { messageId } = await submitted(at, 'ref-6')
    expect(await matchOf(at, aReceipt({ messageId }))).to.equal(undefined)
    const { message } = await acceptPaid(at.storage)
    expect(await matchOf(at, aReceipt({ messageId: message.messageId }))).to.equal(undefined)
  })

  it('finds nothing by the reference of another provider account, or by none', async () => {
    await submitted(at, 'ref-2')
    expect(await matchOf(at, aReceipt({ providerMessageId: 'ref-2' }))).to.equal(undefined)
    expect(await matchOf(at, aReceipt())).to.equal(undefined)
  })
}

const paging = (at: StorageUnderTest): void => {
  it('pages through pending reports received before the given time, oldest first', async () => {
    const receipts = Array.from({ length: 9 }, (_, index) => aReceipt({ receivedAtMs: NOW_MS + index }))
    await store(at, receipts)
    const beforeMs = NOW_MS + 7
    const seen: Receipt[] = []
    for (;;) {
      const page = await right(at.storage.receipts.pending(beforeMs, seen.at(-1)?.receiptId, 3))
      if (page.length === 0) break
      expect(page.length).to.be.at.most(3)
      seen.push(...page)
    }
    expect(seen).to.deep.equal(receipts.slice(0, 7))
  })

  it('keeps reports when it is closed and opened again', async () => {
    const receipt = aReceipt()
    await store(at, [receipt])
    await at.reopen()
    expect(await pending(at)).to.deep.equal([receipt])
    expect(await store(at, [receipt])).to.deep.equal([])
  })
}

/** Tests providers' reports: each is stored once, completely, and found from its message. */
export const receiptsSuite = (open: OpenStorage): void => {
  describe('storage of receipts', () => {
    const at = useStorage(open, 'test')
    storing(at)
    otherReports(at)
    unreadable(at)
    matching(at)
    receiptsAtWork(at)
    paging(at)
  })
}
