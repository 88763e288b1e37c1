import { expect } from 'chai'
import type { MessageId } from '@postrider/core/kernel/ids/id'
import { ERASED } from '@postrider/core/messaging/domain/erasure/erasure'
import type { MessageEvidence } from '@postrider/core/messaging/ports/evidence-storage'
import { aReceipt } from '../../builders/a-receipt.js'
import { anErasure } from '../../builders/an-erasure.js'
import { aStoredInbound } from '../../builders/an-inbound-message.js'
import { fresh, NOW_MS } from '../../builders/fresh.js'
import { right } from '../../outcome.js'
import { type OpenStorage, type StorageUnderTest, useStorage } from '../open-storage.js'
import { sharing } from '../unit-work.js'
import { acceptPaid } from './accepting.js'
import { claim } from './claiming.js'
import { store } from './reporting.js'
import { planEnding, workItemOf } from './settling.js'

const ASHA = '+919876543210'

const evidenceOf = async (
  { storage }: StorageUnderTest,
  messageId: MessageId,
): Promise<MessageEvidence | undefined> =>
  (await right(storage.evidence.messages(undefined, 1_000))).find(
    (one) => one.message.messageId === messageId,
  )

/** A message to the recipient that was sent and settled, with a report. */
const anEnded = async (at: StorageUnderTest, organizationId = fresh.id('org')) => {
  const { message } = await acceptPaid(at.storage, { organizationId, to: ASHA, recipientName: 'Asha' })
  const { messageId } = message
  const [attempt] = await claim(at.storage, [messageId], NOW_MS)
  const work = planEnding([messageId], 'settlement', NOW_MS)
  await right(at.storage.dispatch.work([workItemOf(messageId)], work))
  const { providerAccountId = fresh.id('pac') } = attempt ?? {}
  await store(at, [aReceipt({ providerAccountId, messageId, recipient: ASHA, raw: `to ${ASHA}` })])
  return message
}

const requests = (at: StorageUnderTest): void => {
  it('are due in order, and listed newest first by Organization', async () => {
    const organizationId = fresh.id('org')
    const [first, second] = [
      anErasure({ organizationId }),
      anErasure({ organizationId, dueAtMs: NOW_MS - 5 }),
    ]
    await sharing(at, (unit) => {
      for (const one of [first, second]) unit.erasures.add(one)
    })
    expect(await right(at.storage.erasures.due(NOW_MS - 6))).to.equal(undefined)
    expect(await right(at.storage.erasures.due(NOW_MS))).to.deep.equal(second)
    const done = {
      ...second,
      state: 'done',
      sealedTo: undefined,
      messages: 3,
      inboundMessages: 2,
      walkedTo: fresh.id('inb'),
      hasWalked: true,
      endedAtMs: NOW_MS + 7,
    } as const
    await sharing(at, async (unit) => {
      expect(await unit.erasures.lock(second.erasureId)).to.deep.equal(second)
      unit.erasures.replace(done)
    })
    expect(await right(at.storage.erasures.due(NOW_MS))).to.deep.equal(first)
    const list = async (before: typeof first.erasureId | undefined, limit = 5) =>
      (await right(at.storage.erasures.list(organizationId, before, limit))).value
    expect(await list(undefined)).to.deep.equal([done, first])
    expect(await list(undefined, 1)).to.deep.equal([done])
    expect(await list(second.erasureId)).to.deep.equal([first])
  })
}

/** Tests that erasures remove a recipient's data and keep everything else. */
export const erasuresSuite = (open: OpenStorage): void => {
  describe('erasures of recipients', () => {
    const at = useStorage(open, 'test')
    requests(at)

    it('remove the recipient, values and raw data of a message, once', async () => {
      const message = await anEnded(at)
      const { messageId, organizationId } = message
      const before = await evidenceOf(at, messageId)
      expect(JSON.stringify(before)).to.contain(ASHA)
      const erase = () => right(at.storage.erasures.eraseMessages(organizationId, [messageId], []))
      expect(await erase()).to.equal(1)
      const after = await evidenceOf(at, messageId)
      expect(JSON.stringify(after)).to.not.contain(ASHA)
      expect(JSON.stringify(after)).to.not.contain('Asha')
      expect(after?.message).to.include({ to: ERASED, recipientName: undefined })
      expect(after?.message.variables).to.deep.equal({})
      expect(after?.events, 'the ledger stays').to.deep.equal(before?.events)
      expect(after?.keys, 'so do the keys').to.deep.equal(before?.keys)
      expect(after?.message).to.include({ state: 'SUBMITTED', billing: 'settled', units: message.units })
      expect(await erase(), 'it is safe to repeat').to.equal(1)
    })

    it('leave out messages that are still being sent, and those of others', async () => {
      const waiting = (await acceptPaid(at.storage, { to: ASHA })).message
      const other = await anEnded(at)
      const { organizationId } = waiting
      const ids = [waiting.messageId, other.messageId]
      expect(await right(at.storage.erasures.eraseMessages(organizationId, ids, []))).to.equal(0)
      expect(await right(at.storage.erasures.eraseMessages(organizationId, [], []))).to.equal(0)
      for (const messageId of ids) expect((await evidenceOf(at, messageId))?.message.to).to.equal(ASHA)
    })

    it('remove entries of the search index', async () => {
      const message = await anEnded(at)
      const { messageId, organizationId } = message
      const key = { keyId: 'first', digestOf: (to: string) => (to === ASHA ? 'a' : 'b').repeat(32) }
      await right(at.storage.keys.nameFirst(key.keyId, NOW_MS))
      while ((await right(at.storage.search.index(key, 100))).isMore);
      const { generations } = (await right(at.storage.search.status())).value
      const indexed = generations.map(({ generation }) => ({ generation, digest: key.digestOf(ASHA) }))
      const found = async () =>
        (await right(at.storage.search.byRecipient(indexed, { before: undefined, limit: 500 }))).value.some(
          (one) => one.messageId === messageId,
        )
      expect(await found()).to.equal(true)
      await right(at.storage.erasures.eraseMessages(organizationId, [messageId], indexed))
      expect(await found()).to.equal(false)
    })

    it('remove author and text of inbound messages, except of pending and foreign ones', async () => {
      const organizationId = fresh.id('org')
      const of = { organizationId, from: ASHA, userId: 'US.1', text: 'I am Asha.', raw: `from ${ASHA}` }
      const own = aStoredInbound({ ...of, state: 'assigned' })
      const pending = aStoredInbound({ ...of, state: 'pending' })
      const foreign = aStoredInbound({ ...of, organizationId: fresh.id('org'), state: 'assigned' })
      const inbound = [own, pending, foreign]
      const stored = { receipts: [], inbound, parts: [], templates: [], unreadable: [] }
      await right(at.storage.receipts.store(stored))
      const ids = inbound.map(({ inboundId }) => inboundId)
      expect(await right(at.storage.erasures.eraseInbound(organizationId, ids))).to.equal(1)
      expect(await right(at.storage.erasures.eraseInbound(organizationId, []))).to.equal(0)
      const query = { state: undefined, task: undefined, before: undefined, limit: 5 }
      const { value } = await right(at.storage.inbound.list({ ...query, organizationId }))
      const erased = { ...own, from: undefined, userId: undefined, text: '', raw: '' }
      expect(value).to.have.deep.members([erased, pending])
      const others = await right(
        at.storage.inbound.list({ ...query, organizationId: foreign.organizationId }),
      )
      expect(others.value).to.deep.equal([foreign])
    })
  })
}
