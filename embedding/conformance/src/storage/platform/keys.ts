import { expect } from 'chai'
import { E } from '@postrider/core/fp'
import { anAcceptanceQuery } from '../../builders/an-acceptance-query.js'
import { aTenant, recordsOf } from '../../builders/a-tenant.js'
import { NOW_MS } from '../../builders/fresh.js'
import { right } from '../../outcome.js'
import { writingNothing } from '@postrider/core/messaging/use-cases/acceptance/write-submissions'
import { type OpenStorage, useStorage } from '../open-storage.js'
import { exclusively, sharing } from '../unit-work.js'

const OTPS = { destinations: [], sentSinceMs: 0, prefixes: [], countedSinceMs: 0 }

/** Tests the keys of the installation. */
export const keysSuite = (open: OpenStorage): void => {
  describe('the keys', () => {
    const at = useStorage(open, 'test')

    it('are empty until the first process names its own, and one of several concurrent processes is the first', async () => {
      expect(await right(at.storage.keys.status())).to.deep.equal({ sealing: undefined, keyVersions: [] })
      expect(await sharing(at, ({ sealingKey }) => sealingKey)).to.equal(undefined)
      const others = await Promise.all([at.another(), at.another(), at.another()])
      const named = await Promise.all(
        others.map((storage, index) => right(storage.keys.nameFirst(`k${index}`, NOW_MS))),
      )
      const [first] = named
      expect(named).to.deep.equal(named.map(() => first))
      expect(await sharing(at, ({ sealingKey }) => sealingKey)).to.equal(first?.sealing)
      expect((await right(at.storage.installation.read())).sealingKey).to.equal(first?.sealing)
    })

    it('are named one after the other by exclusive units, and returned with the catalog of their epoch', async () => {
      const tenant = aTenant()
      await right(at.storage.catalog.save(recordsOf(tenant)))
      const { appId } = tenant.app
      await right(at.storage.keys.nameFirst('first', NOW_MS))
      const before = await right(at.storage.catalog.app(appId))
      await exclusively(at, (unit) => unit.keys.name('second', NOW_MS + 1))
      const after = await right(at.storage.catalog.app(appId))
      expect([before?.sealingKey, after?.sealingKey]).to.deep.equal(['first', 'second'])
      expect(after?.epoch).to.equal((before?.epoch ?? 0) + 1)
      await sharing(at, (unit) => unit.keys.finish('second', NOW_MS + 2))
      expect(await right(at.storage.keys.status())).to.deep.equal({
        sealing: 'second',
        keyVersions: [
          { keyId: 'first', namedAtMs: NOW_MS, closedAtMs: NOW_MS + 1, finishedAtMs: undefined },
          { keyId: 'second', namedAtMs: NOW_MS + 1, closedAtMs: undefined, finishedAtMs: NOW_MS + 2 },
        ],
      })
    })

    it("aren't named while an OTP is accepted with the previous one, nor the other way round", async () => {
      const other = await at.another()
      let release = (): void => undefined
      let isNamed = (): void => undefined
      const named = new Promise<void>((resolve) => (isNamed = resolve))
      const naming = right(
        at.storage.units.transact<never, number>('exclusive', async (unit) => {
          unit.keys.name('first', NOW_MS)
          await unit.keys.lockVersions()
          const { epoch } = unit
          await new Promise<void>((resolve) => {
            release = resolve
            isNamed()
          })
          return E.right(epoch)
        }),
      )
      await named
      const accepting = right(
        other.acceptance.accept(anAcceptanceQuery({ otps: OTPS }), ({ changes }) =>
          writingNothing(changes.everyone),
        ),
      )
      // Long enough for an acceptance that doesn't wait to read the earlier state.
      await new Promise((resolve) => setTimeout(resolve, 200))
      release()
      expect(await accepting).to.equal((await naming) + 1)
    })

    it('count what is sealed with each, and texts are replaced only if they are unchanged', async () => {
      const { keys } = at.storage
      const tenant = aTenant()
      const { providerAccountId } = tenant.providerAccount
      const providerAccount = { ...tenant.providerAccount, sealedSecrets: 'v1.first.a.b.c.d' }
      await right(at.storage.catalog.save(recordsOf({ ...tenant, providerAccount })))
      await right(keys.nameFirst('first', NOW_MS))
      expect(await right(keys.sealedOtherwise('provider account', 'first', undefined, 10))).to.deep.equal([])
      const [text, ...more] = await right(keys.sealedOtherwise('provider account', 'second', undefined, 10))
      if (text === undefined) throw new Error('the text is missing')
      expect([text.sealed, more]).to.deep.equal(['v1.first.a.b.c.d', []])
      expect(await right(keys.sealedOtherwise('provider account', 'second', text.place, 10))).to.deep.equal(
        [],
      )
      const anew = { ...text, anew: 'v1.second.a.b.c.d' }
      expect(await right(keys.replaceSealed('provider account', 'second', [anew]))).to.equal(false)
      await exclusively(at, (unit) => unit.keys.name('second', NOW_MS + 1))
      const stale = { ...anew, sealed: 'v1.first.another' }
      expect(await right(keys.replaceSealed('provider account', 'second', [stale]))).to.equal(true)
      expect(await right(keys.counts())).to.deep.equal([
        { kind: 'provider account', keyId: 'first', count: 1 },
      ])
      expect(await right(keys.replaceSealed('provider account', 'second', [anew]))).to.equal(true)
      expect(await right(keys.counts())).to.deep.equal([
        { kind: 'provider account', keyId: 'second', count: 1 },
      ])
      const accounts = await right(at.storage.catalog.providerAccounts())
      expect(accounts.find((one) => one.providerAccountId === providerAccountId)?.sealedSecrets).to.equal(
        anew.anew,
      )
    })
  })
}
