import { expect } from 'chai'
import { aMessage } from '../../builders/a-message.js'
import { aPrice } from '../../builders/a-price.js'
import { aReceipt } from '../../builders/a-receipt.js'
import { NOW_MS } from '../../builders/fresh.js'
import { right } from '../../outcome.js'
import { accept, acceptPaid, aRequest, credit, payingAccountOf } from './accepting.js'
import { claim } from './claiming.js'
import { type OpenStorage, type StorageUnderTest, useStorage } from '../open-storage.js'
import { endMessages, workItemOf, NO_WORK } from './settling.js'
import { allEvidence, strayRows } from './traces.js'
import { store } from './reporting.js'

const pages = (at: StorageUnderTest): void => {
  it('shows every message once, in the order of ids, for any size of a page', async () => {
    const first = aMessage()
    const requests = Array.from({ length: 25 }, () =>
      aRequest({ message: aMessage({ organizationId: first.organizationId }) }),
    )
    await credit(at.storage, payingAccountOf(first), 25 * 25)
    await right(accept(at.storage, requests))
    const expected = requests.map(({ message }) => message.messageId).sort()
    for (const size of [1, 7, 25, 100]) {
      const all = await allEvidence(at.storage, size)
      expect(all.map(({ message }) => message.messageId)).to.deep.equal(expected)
    }
    expect(await right(at.storage.evidence.messages(undefined, 7))).to.have.length(7)
  })

  it('returns nothing from an empty database', async () => {
    expect(await allEvidence(at.storage)).to.deep.equal([])
    expect(await strayRows(at.storage)).to.deep.equal([])
  })

  it('shows each message with exactly its own records', async () => {
    const price = aPrice({ unitAmountMinor: 25 })
    await right(at.storage.catalog.save({ prices: [price] }))
    const charge = { ...aMessage().charge, priceVersionId: price.priceVersionId }
    const sent = await acceptPaid(at.storage, { charge })
    const waiting = await acceptPaid(at.storage)
    const { messageId } = sent.message
    const [first] = await claim(at.storage, [messageId], NOW_MS)
    const [second] = await claim(at.storage, [messageId], NOW_MS + 100_000)
    const receipt = aReceipt({ messageId })
    await store(at, [receipt])
    await right(
      at.storage.dispatch.work([workItemOf(messageId)], () => ({
        ...NO_WORK,
        receipts: [{ receiptId: receipt.receiptId, messageId, state: 'applied' }],
        result: undefined,
      })),
    )
    await right(endMessages(at.storage, [messageId], 'settlement', NOW_MS))
    const [one, two] = await allEvidence(at.storage)
    expect(one?.message.state).to.equal('SUBMITTED')
    expect(one?.attempts).to.deep.equal([first, second])
    expect(one?.events.map(({ type }) => type)).to.deep.equal(['reservation', 'settlement'])
    expect(one?.receipts).to.deep.equal([{ ...receipt, state: 'applied' }])
    expect(one?.keys).to.deep.equal([sent.key])
    expect(one?.unitAmountMinor).to.equal(25)
    expect(one?.dueAtMs).to.equal(undefined)
    expect(two?.message).to.deep.equal(waiting.message)
    expect(two).to.deep.include({ attempts: [], receipts: [], keys: [waiting.key] })
    expect(two?.unitAmountMinor).to.equal(undefined)
    expect(await strayRows(at.storage)).to.deep.equal([])
  })

  it('shows a message completely during writes: never without its reservation', async () => {
    const other = await at.another()
    const writer = async (storage: typeof other): Promise<void> => {
      for (let round = 0; round < 15; round += 1) {
        const { message } = await acceptPaid(storage)
        await right(endMessages(storage, [message.messageId], 'settlement', NOW_MS))
      }
    }
    const writing = { isOver: false }
    const writers = Promise.all([writer(at.storage), writer(other)]).then(() => (writing.isOver = true))
    while (!writing.isOver) {
      for (const { message, events, dueAtMs } of await right(at.storage.evidence.messages(undefined, 100))) {
        expect(events).to.have.length(message.billing === 'provisional' ? 1 : 2)
        expect(dueAtMs === undefined).to.equal(message.billing === 'settled')
      }
    }
    await writers
  })
}

/** Tests the facts for checks of the invariants. */
export const evidenceSuite = (open: OpenStorage): void => {
  describe('evidence', () => {
    pages(useStorage(open, 'test'))
  })
}
