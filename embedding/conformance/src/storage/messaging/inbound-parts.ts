import { expect } from 'chai'
import type { StoredInboundPart } from '@postrider/core/providers/domain/inbound/inbound-part'
import type { PartsQuery } from '@postrider/core/messaging/ports/inbound-part-storage'
import { aStoredInbound, aStoredPart } from '../../builders/an-inbound-message.js'
import { fresh, NOW_MS } from '../../builders/fresh.js'
import { right } from '../../outcome.js'
import { type OpenStorage, useStorage } from '../open-storage.js'

/** Tests the parts of inbound messages: how they are stored, joined, found and purged. */
export const inboundPartsSuite = (open: OpenStorage): void => {
  describe('the parts of inbound messages', () => {
    const at = useStorage(open, 'test')

    const put = (...parts: readonly StoredInboundPart[]) =>
      right(at.storage.receipts.store({ receipts: [], inbound: [], parts, templates: [], unreadable: [] }))
    const twoParts = (overrides: Partial<StoredInboundPart> = {}) => {
      const textKey = fresh.hex(64)
      return [
        aStoredPart({ textKey, ...overrides }),
        aStoredPart({ textKey, number: 2, receivedAtMs: NOW_MS + 1_000, ...overrides }),
      ] as const
    }
    const keptOf = async ({ textKey }: StoredInboundPart): Promise<readonly StoredInboundPart[]> => {
      let kept: readonly StoredInboundPart[] = []
      const look = (parts: readonly StoredInboundPart[]) => {
        kept = parts
        return { messages: [], joined: [] }
      }
      expect(await right(at.storage.receipts.joinParts([textKey], look))).to.deep.equal([])
      return kept
    }
    const pending = () => right(at.storage.receipts.pendingInbound(NOW_MS * 2, undefined, 9))
    const joinable = (query: Partial<PartsQuery> = {}) => {
      const all = { beforeMs: NOW_MS * 2, expiredBeforeMs: NOW_MS, after: undefined, limit: 9 }
      return right(at.storage.receipts.joinableTexts({ ...all, ...query }))
    }

    it('are stored each time they arrive, and read in the order of arrival', async () => {
      const [later, earlier] = twoParts({
        alphabet: { name: 'gsm7', singleShift: 1, lockingShift: 13 },
        from: undefined,
        stopWords: ['STOPP', 'ARRÊT'],
      })
      const again = { ...later, partId: fresh.id('inb') }
      await put(later, earlier)
      await put(again)
      expect(await keptOf(later)).to.have.deep.members([earlier, later, again])
      expect((await keptOf(later))[0]).to.deep.equal({ ...earlier, receivedAtMs: NOW_MS + 1_000 })
    })

    it('are joined with their message, all or nothing', async () => {
      const [one, other] = twoParts()
      await put(one, other)
      const message = aStoredInbound({ inboundId: one.partId, missingParts: 3 })
      const joined = [one.partId, other.partId]
      const broken = (): never => {
        throw new Error('a bug')
      }
      await at.storage.receipts
        .joinParts([one.textKey], broken)()
        .then(
          () => expect.fail('it was kept'),
          () => undefined,
        )
      expect(await pending()).to.deep.equal([])
      const plan = { messages: [message], joined }
      expect(await right(at.storage.receipts.joinParts([one.textKey], () => plan))).to.deep.equal([message])
      expect(await pending()).to.deep.equal([message])
      expect((await keptOf(one)).map(({ state }) => state)).to.deep.equal(['joined', 'joined'])
    })

    it('are joined once, however many processes try', async () => {
      const [one, other] = twoParts()
      await put(one, other)
      const another = await at.another()
      const decide = (parts: readonly StoredInboundPart[]) => {
        const waiting = parts.filter(({ state }) => state === 'waiting')
        const messages = waiting.length === 2 ? [aStoredInbound({ inboundId: one.partId })] : []
        return { messages, joined: waiting.map(({ partId }) => partId) }
      }
      const tries = Array.from({ length: 8 }, (_, index) => (index % 2 ? another : at.storage))
      const done = await Promise.all(
        tries.map((storage) => right(storage.receipts.joinParts([one.textKey], decide))),
      )
      expect(done.flat()).to.have.length(1)
      expect(await pending()).to.have.length(1)
    })

    it('are found if all numbers are there, or if they have waited too long', async () => {
      const complete = twoParts()
      const [alone, waiting, joined] = [
        aStoredPart({ receivedAtMs: NOW_MS - 1 }),
        aStoredPart(),
        aStoredPart({ total: 1, state: 'joined' }),
      ]
      const repeated = aStoredPart()
      await put(...complete, alone, waiting, joined, repeated, { ...repeated, partId: fresh.id('inb') })
      const found = [complete[0].textKey, alone.textKey].toSorted()
      expect(await joinable()).to.deep.equal(found)
      expect(await joinable({ limit: 1 })).to.deep.equal(found.slice(0, 1))
      expect(await joinable({ after: found[0] })).to.deep.equal(found.slice(1))
      expect(await joinable({ beforeMs: NOW_MS + 500 }), 'too young').to.deep.equal([alone.textKey])
    })

    it('are deleted once they are joined and old, a limited number at once', async () => {
      const old = [1, 2, 3].map(() => aStoredPart({ state: 'joined' }))
      const waiting = aStoredPart()
      const young = aStoredPart({ state: 'joined', receivedAtMs: NOW_MS + 5_000 })
      await put(...old, waiting, young)
      expect(await right(at.storage.receipts.purgeParts(NOW_MS + 5_000, 2))).to.equal(2)
      expect(await right(at.storage.receipts.purgeParts(NOW_MS + 5_000, 2))).to.equal(1)
      expect(await right(at.storage.receipts.purgeParts(NOW_MS + 5_000, 2))).to.equal(0)
      for (const kept of [waiting, young]) expect(await keptOf(kept)).to.deep.equal([kept])
    })
  })
}
