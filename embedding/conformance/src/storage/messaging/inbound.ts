import { expect } from 'chai'
import type { StoredInbound } from '@postrider/core/providers/domain/inbound/inbound-message'
import type { InboundQuery } from '@postrider/core/messaging/ports/inbound-storage'
import type { RecipientId } from '@postrider/core/consent/domain/recipient-id'
import type { InboundId } from '@postrider/core/kernel/ids/id'
import { aStoredInbound } from '../../builders/an-inbound-message.js'
import { aTenant, recordsOf } from '../../builders/a-tenant.js'
import { fresh, NOW_MS } from '../../builders/fresh.js'
import { right } from '../../outcome.js'
import { type OpenStorage, useStorage } from '../open-storage.js'
import { exclusively } from '../unit-work.js'

/** Tests inbound messages: their owners, and how they are listed, settled and purged. */
export const inboundSuite = (open: OpenStorage): void => {
  describe('inbound messages', () => {
    const at = useStorage(open, 'test')

    const put = (...inbound: readonly StoredInbound[]) =>
      right(at.storage.receipts.store({ receipts: [], inbound, parts: [], templates: [], unreadable: [] }))
    const list = async (query: Partial<InboundQuery> = {}): Promise<readonly StoredInbound[]> => {
      const all = {
        organizationId: undefined,
        state: undefined,
        task: undefined,
        before: undefined,
        limit: 10,
      }
      return (await right(at.storage.inbound.list({ ...all, ...query }))).value
    }

    it('are listed newest first, by Organization, by state and by both, page by page', async () => {
      const { organizationId } = aTenant().organization
      const [first, second, third] = [
        aStoredInbound({ organizationId, state: 'assigned' }),
        aStoredInbound({ state: 'unassigned' }),
        aStoredInbound({
          organizationId,
          state: 'assigned',
          consentChange: { wants: 'start', scope: 'all' },
        }),
      ] as const
      await put(first, second, third)
      expect(await list()).to.deep.equal([third, second, first])
      expect(await list({ organizationId })).to.deep.equal([third, first])
      expect(await list({ state: 'unassigned' })).to.deep.equal([second])
      expect(await list({ organizationId, state: 'assigned', limit: 1 })).to.deep.equal([third])
      expect(await list({ organizationId, before: third.inboundId })).to.deep.equal([first])
      expect(await list({ organizationId, state: 'unassigned' })).to.deep.equal([])
    })

    it('are listed by task, also with an Organization and a state', async () => {
      const { organizationId } = aTenant().organization
      const [first, second, third] = [
        aStoredInbound({ organizationId, state: 'assigned', task: 'unclear' }),
        aStoredInbound({ state: 'unassigned', task: 'unattributed', userId: 'US.1' }),
        aStoredInbound({ organizationId, state: 'assigned' }),
      ] as const
      await put(first, second, third)
      expect(await list({ task: 'unclear' })).to.deep.equal([first])
      expect(await list({ task: 'unattributed', state: 'unassigned' })).to.deep.equal([second])
      expect(await list({ task: 'unclear', organizationId, state: 'assigned' })).to.deep.equal([first])
      expect(await list({ task: 'unattributed', organizationId })).to.deep.equal([])
      const { providerAccountId } = second
      const by = async (userId: string, before?: InboundId, limit = 10) =>
        right(at.storage.inbound.unattributedBy({ providerAccountId, userId }, before, limit))
      expect(await by('US.1')).to.deep.equal([second])
      expect(await by('US.2')).to.deep.equal([])
      const later = aStoredInbound({ ...second, inboundId: fresh.id('inb'), eventKey: fresh.hex(8) })
      await put(later)
      expect(await by('US.1', undefined, 1)).to.deep.equal([later])
      expect(await by('US.1', later.inboundId, 1)).to.deep.equal([second])
    })

    it("are attributed by vendors' ids, whose opt-outs are kept when a number is learned", async () => {
      const { organizationId } = aTenant().organization
      const record = (more: Partial<RecipientId>): RecipientId => ({
        recipientIdKey: fresh.hex(32),
        number: '+919876543210',
        organizationIds: [],
        learnedAtMs: NOW_MS,
        ...more,
      })
      const [known, optedOut] = [record({}), record({ number: undefined, organizationIds: [organizationId] })]
      await exclusively(at, async (unit) => {
        expect(await unit.recipientIds.lock(optedOut.recipientIdKey)).to.equal(undefined)
        unit.recipientIds.add(optedOut)
      })
      const { recipientIdKey } = optedOut
      const learned = record({ recipientIdKey, number: '+14155552671', learnedAtMs: NOW_MS + 5 })
      const after = { ...learned, organizationIds: [organizationId] }
      expect(await right(at.storage.inbound.learnIds([known, learned]))).to.deep.equal([after])
      expect(await right(at.storage.inbound.recipientId(recipientIdKey))).to.deep.equal(after)
      expect(await right(at.storage.inbound.recipientId(known.recipientIdKey))).to.deep.equal(known)
      expect(await right(at.storage.inbound.recipientId(fresh.hex(32)))).to.equal(undefined)
      await right(at.storage.inbound.purge(NOW_MS + 1, 10))
      expect(await right(at.storage.inbound.recipientId(known.recipientIdKey))).to.equal(undefined)
    })

    it('are kept as long as they hold a sender', async () => {
      const holding = aStoredInbound({ receivedAtMs: NOW_MS, task: 'unattributed' })
      const others = (['unattributed', 'unclear'] as const).map((task) =>
        aStoredInbound({ receivedAtMs: NOW_MS, task }),
      )
      await put(holding, ...others)
      const { inboundId, providerAccountId, to: sender } = holding
      await exclusively(at, (unit) =>
        unit.heldSenders.add({ inboundId, providerAccountId, sender, createdAtMs: NOW_MS }),
      )
      await right(at.storage.inbound.purge(NOW_MS + 1, 10))
      expect(await list()).to.deep.equal([holding])
      await exclusively(at, (unit) => unit.heldSenders.remove(inboundId))
      await right(at.storage.inbound.purge(NOW_MS + 1, 10))
      expect(await list()).to.deep.equal([])
    })

    it("are settled in a unit, with their authors' consent keywords", async () => {
      const message = aStoredInbound({ text: 'STOP' })
      const { organizationId } = aTenant().organization
      const consentChange = { wants: 'stop', scope: 'all' } as const
      const settled = { ...message, organizationId, consentChange, state: 'assigned' } as const
      await put(message)
      await exclusively(at, async (unit) => {
        expect(await unit.inbound.lock(message.inboundId)).to.deep.equal(message)
        unit.inbound.replace(settled)
        expect(await unit.inbound.lock(fresh.id('inb'))).to.equal(undefined)
      })
      expect(await list()).to.deep.equal([settled])
      expect(await right(at.storage.receipts.pendingInbound(NOW_MS * 2, undefined, 9))).to.deep.equal([])
      await put(message)
      expect(await list(), 'what comes again changes nothing').to.deep.equal([settled])
    })

    it('belong to senders of configurations that send through the account', async () => {
      const [one, other] = [aTenant(), aTenant()]
      for (const tenant of [one, other]) await right(at.storage.catalog.save(recordsOf(tenant)))
      const { providerAccountId } = one.providerAccount
      const found = await right(at.storage.inbound.configurationsBy(providerAccountId))
      expect(found.value).to.deep.equal([one.configuration])
      expect(found.epoch).to.equal(await right(at.storage.catalog.epoch()))
      expect((await right(at.storage.inbound.configurationsBy(fresh.id('pac')))).value).to.deep.equal([])
      await exclusively(at, async (unit) => {
        expect(await unit.configurations.by(providerAccountId)).to.deep.equal([one.configuration])
        expect(await unit.configurations.by(fresh.id('pac'))).to.deep.equal([])
      })
    })

    it('are deleted when they are old, a limited number at once', async () => {
      const messages = [0, 1, 2, 3].map((ms) => aStoredInbound({ receivedAtMs: NOW_MS + ms }))
      await put(...messages)
      expect(await right(at.storage.inbound.purge(NOW_MS + 3, 2))).to.equal(2)
      expect(await right(at.storage.inbound.purge(NOW_MS + 3, 2))).to.equal(1)
      expect(await right(at.storage.inbound.purge(NOW_MS + 3, 2))).to.equal(0)
      expect(await list()).to.deep.equal(messages.slice(3))
    })
  })
}
