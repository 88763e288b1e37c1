import { expect } from 'chai'
import type { StoredInbound } from '@postrider/core/providers/domain/inbound/inbound-message'
import type { InboundQuery } from '@postrider/core/messaging/ports/inbound-storage'
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
      right(at.storage.receipts.store({ receipts: [], inbound, templates: [], unreadable: [] }))
    const list = async (query: Partial<InboundQuery> = {}): Promise<readonly StoredInbound[]> => {
      const all = { organizationId: undefined, state: undefined, before: undefined, limit: 10 }
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
