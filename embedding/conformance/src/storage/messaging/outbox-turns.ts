import type { Lane } from '@postrider/core/kernel/messages/lane'
import { LANES } from '@postrider/core/kernel/messages/lane'
import { expect } from 'chai'
import type { OrganizationId } from '@postrider/core/kernel/ids/id'
import { fresh, NOW_MS } from '../../builders/fresh.js'
import { right } from '../../outcome.js'
import { acceptPaid } from './accepting.js'
import { type OpenStorage, useStorage } from '../open-storage.js'
import { acceptedIds } from './requests.js'

const AGAIN_MS = NOW_MS + 60_000

/** Tests how Organizations share the due messages, and which messages an emergency stop makes due. */
export const outboxTurnsSuite = (open: OpenStorage): void => {
  describe('the outbox of many Organizations', () => {
    const at = useStorage(open, 'test')

    const take = async (limit: number): Promise<readonly OrganizationId[]> => {
      const taken = await right(at.storage.outbox.takeDue('transactional', limit, NOW_MS, AGAIN_MS))
      return taken.map(({ organizationId }) => organizationId)
    }
    const countOf = (taken: readonly OrganizationId[], organizationId: OrganizationId): number =>
      taken.filter((one) => one === organizationId).length

    it('shares equally between them, and gives unused shares to the others', async () => {
      const [loud, quiet, middling] = [fresh.id('org'), fresh.id('org'), fresh.id('org')]
      await acceptedIds(at, 200, loud)
      await acceptedIds(at, 3, quiet)
      await acceptedIds(at, 40, middling)
      const taken = await take(60)
      expect(taken).to.have.length(60)
      expect(countOf(taken, quiet)).to.equal(3)
      expect(countOf(taken, middling)).to.be.within(20, 30)
      const next = await take(60)
      expect(countOf(next, quiet)).to.equal(0)
      expect(next).to.have.length(60)
    })

    it('skips nothing, for any limit', async () => {
      const organizations = Array.from({ length: 7 }, () => fresh.id('org'))
      let listed = 0
      for (const [index, organizationId] of organizations.entries()) {
        listed += index * 3 + 1
        await acceptedIds(at, index * 3 + 1, organizationId)
      }
      const taken: OrganizationId[] = []
      for (let round = 0; round < 40; round += 1) taken.push(...(await take(5)))
      expect(taken).to.have.length(listed)
      for (const [index, organizationId] of organizations.entries())
        expect(countOf(taken, organizationId)).to.equal(index * 3 + 1)
    })

    it('gives each a turn before any has many, for any number of Organizations', async () => {
      await acceptedIds(at, 300)
      const quiet = Array.from({ length: 130 }, () => fresh.id('org'))
      for (const organizationId of quiet) await acceptedIds(at, 1, organizationId)
      const taken: OrganizationId[] = []
      for (let round = 0; round < 6; round += 1) taken.push(...(await take(60)))
      expect(taken).to.have.length(360)
      expect(quiet.filter((organizationId) => countOf(taken, organizationId) === 0)).to.deep.equal([])
    })

    it("hastens the messages of a kill switch, and nothing that was sent or is another's", async () => {
      const mine = await acceptPaid(at.storage, { to: '+447400123456' })
      const other = await acceptPaid(at.storage, { to: '+919876543210' })
      const sent = await acceptPaid(at.storage, {
        organizationId: mine.message.organizationId,
        to: '+447400123457',
        state: 'SUBMITTED',
      })
      const putOff = () =>
        right(
          at.storage.outbox.makeDue(
            [mine, other, sent].map(({ message }) => message.messageId),
            AGAIN_MS,
          ),
        )
      const due = async () =>
        (await right(at.storage.outbox.takeDue('transactional', 10, NOW_MS, AGAIN_MS))).map(
          ({ messageId }) => messageId,
        )
      const { organizationId, appId, messageId } = mine.message
      for (const of of [
        { _tag: 'OfOrganization', organizationId },
        { _tag: 'OfApp', organizationId, appId },
        { _tag: 'OfPrefix', prefix: '+4474' },
      ] as const) {
        await putOff()
        await right(at.storage.outbox.makeDueNow(of, NOW_MS))
        expect(await due(), of._tag).to.deep.equal([messageId])
      }
      await putOff()
      await right(at.storage.outbox.makeDueNow({ _tag: 'All' }, NOW_MS))
      expect(await due()).to.have.members([messageId, other.message.messageId])
    })

    it('shows since when the oldest OTP waits, separately from all others', async () => {
      await acceptPaid(at.storage, { acceptedAtMs: NOW_MS - 9 })
      await acceptPaid(at.storage, { lane: 'otp', acceptedAtMs: NOW_MS - 4 })
      const since = (...lanes: readonly Lane[]) => right(at.storage.outbox.waitingSince(lanes, NOW_MS))
      expect(await since('otp')).to.equal(NOW_MS - 4)
      expect(await since('promotional')).to.equal(undefined)
      expect(await since(...LANES)).to.equal(NOW_MS - 9)
    })
  })
}
