import { expect } from 'chai'
import { aProviderTest } from '../../builders/a-provider-test.js'
import { fresh, NOW_MS } from '../../builders/fresh.js'
import { right } from '../../outcome.js'
import { type OpenStorage, useStorage } from '../open-storage.js'
import { sharing } from '../unit-work.js'

/** Tests the records of provider account tests: their content, which ones wait, and their owners. */
export const providerTestsSuite = (open: OpenStorage): void => {
  describe('tests of provider accounts', () => {
    const at = useStorage(open, 'test')

    it('are stored unchanged, with their wire', async () => {
      const test = aProviderTest({
        registration: { channel: 'sms', entityId: '1', templateId: '2', header: 'ACMEIN' },
        reason: 'Ünd "so".',
      })
      const epoch = await right(at.storage.catalog.epoch())
      await sharing(at, (unit) => unit.providerTests.add(test))
      expect(await right(at.storage.providerTests.get(test.testId))).to.deep.equal({ epoch, value: test })
      const now = {
        ...test,
        state: 'accepted',
        detail: 'ü 🙂',
        isReported: false,
        leaseUntilMs: NOW_MS + 1,
        providerMessageIds: ['17', 'b'],
        transcript: [{ direction: 'out', text: 'submit_sm "ä"', atMs: NOW_MS }],
      } as const
      await sharing(at, async (unit) => {
        expect(await unit.providerTests.lock(test.testId)).to.deep.equal(test)
        unit.providerTests.replace(now)
        expect(await unit.providerTests.lock(fresh.id('pts'))).to.equal(undefined)
      })
      expect((await right(at.storage.providerTests.get(test.testId))).value).to.deep.equal(now)
      expect((await right(at.storage.providerTests.get(fresh.id('pts')))).value).to.equal(undefined)
    })

    it('are found while they wait, by their accounts, and deleted when they are old', async () => {
      const providerAccountId = fresh.id('pac')
      const [first, second, third] = [0, 1, 2].map((ms) =>
        aProviderTest({
          providerAccountId,
          requestedAtMs: NOW_MS + ms,
          ...(ms === 1 && { state: 'sending' }),
        }),
      )
      const other = aProviderTest({ requestedAtMs: NOW_MS + 5 })
      await sharing(at, (unit) => {
        for (const test of [third, other, second, first]) if (test !== undefined) unit.providerTests.add(test)
      })
      const { providerTests } = at.storage
      expect(await right(providerTests.waiting(NOW_MS))).to.deep.equal([third?.testId, other.testId])
      expect(await right(providerTests.ofAccounts([], NOW_MS))).to.deep.equal([])
      expect(await right(providerTests.ofAccounts([providerAccountId], NOW_MS + 1))).to.deep.equal([
        second,
        third,
      ])
      await sharing(at, async (unit) => {
        expect(await unit.providerTests.since(providerAccountId, NOW_MS + 1)).to.deep.equal([second, third])
      })
      expect(await right(providerTests.purge(NOW_MS + 5, 2))).to.equal(2)
      expect(await right(providerTests.purge(NOW_MS + 5, 2))).to.equal(1)
      expect(await right(providerTests.purge(NOW_MS + 5, 2))).to.equal(0)
      expect((await right(providerTests.get(other.testId))).value).to.deep.equal(other)
    })
  })
}
