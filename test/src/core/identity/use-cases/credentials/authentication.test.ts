import { noteCatalogChange } from '../../../fakes/storage/tables.js'
import { aTenant } from '@postrider/conformance/builders/a-tenant'
import { expect } from 'chai'
import { authentication } from '@postrider/core/identity/use-cases/credentials/authentication'
import { checkCredential } from '@postrider/core/identity/use-cases/credentials/check-credential'
import { readAs, requireAction } from '@postrider/core/identity/use-cases/credentials/read-as'
import { E, TE } from '@postrider/core/fp'
import { DAY_MS } from '@postrider/core/kernel/time/epoch-ms'
import { left, right } from '@postrider/conformance/outcome'
import { NOW_MS } from '@postrider/conformance/builders/fresh'
import { HERE } from '../../../fakes/plain-ip-addresses.js'
import { aWorld, bearerOf } from '../../../fakes/world.js'
import { granted } from '../../../../builders/granted.js'
import { issueCredential } from '../../../../builders/issue-credential.js'

const aGate = () => {
  const world = aWorld()
  const { credential } = world.tenant
  const real = authentication(world.ports)
  const auth = { ...real, authenticate: (value?: string) => real.authenticate(value, HERE) }
  const revoke = () => world.save({ credentials: [{ ...credential, revokedAtMs: NOW_MS }] })
  return { ...world, ...world.memory, credential, auth, bearer: bearerOf(credential), revoke }
}
const tag = (answer: E.Either<{ readonly _tag: string }, unknown>): string =>
  E.isLeft(answer) ? answer.left._tag : 'known'

describe('Authentication', () => {
  it('recognizes a live credential, and serves it from its cache the second time', async () => {
    const { auth, bearer, credential, faults, tables } = aGate()
    const caller = await right(auth.authenticate(bearer))
    expect(caller).to.include({ credential, epoch: tables.epoch })
    await right(auth.authenticate(bearer))
    expect(faults.calls('credential')).to.equal(1)
  })

  it('shows the origin of each request, also from the cache, and still after it reads again', async () => {
    const { ports, bearer, credential, tables } = aGate()
    const auth = authentication(ports)
    const here = await right(auth.authenticate(bearer, HERE))
    const there = await right(auth.authenticate(bearer, '203.0.113.9'))
    expect([here.clientAddress, there.clientAddress]).to.deep.equal([HERE, '203.0.113.9'])
    noteCatalogChange(tables, [credential.organizationId])
    const renewed = auth.renew(there, tables.epoch)
    expect(await right(() => renewed)).to.include({ clientAddress: '203.0.113.9', epoch: tables.epoch })
  })

  const strangers: ReadonlyArray<readonly [string, (bearer: string) => string | undefined]> = [
    ['no bearer value', () => undefined],
    ['a malformed one', () => 'nonsense'],
    ['an unknown selector', (bearer) => bearer.replace(/:[0-9a-f]+:/, ':0000000000000000:')],
    ['a wrong secret', (bearer) => `${bearer}x`],
    ['another environment', (bearer) => bearer.replace('test:', 'production:')],
  ]
  for (const [what, change] of strangers) {
    it(`refuses ${what}, also after the right one was seen`, async () => {
      const { auth, bearer } = aGate()
      expect((await left(auth.authenticate(change(bearer))))._tag).to.equal('Unauthenticated')
      await right(auth.authenticate(bearer))
      expect((await left(auth.authenticate(change(bearer))))._tag).to.equal('Unauthenticated')
      await right(auth.authenticate(bearer))
    })
  }

  it("doesn't read storage for a malformed value, and caches no unknown one", async () => {
    const { auth, faults } = aGate()
    await auth.authenticate('nonsense')()
    expect(faults.calls('credential')).to.equal(0)
    await auth.authenticate('test:unknown:secret')()
    await auth.authenticate('test:unknown:secret')()
    expect(faults.calls('credential')).to.equal(2)
  })

  it('reads as often for a wrong secret as for an unknown selector, also with the right one in the cache', async () => {
    const { auth, bearer, faults } = aGate()
    await right(auth.authenticate(bearer))
    for (const wrong of ['test:unknown:secret', `${bearer}x`]) {
      const before = faults.calls('credential')
      await left(auth.authenticate(wrong))
      expect(faults.calls('credential') - before, wrong).to.equal(1)
    }
  })

  it('refuses an expired credential, also from the cache', async () => {
    const { auth, bearer, time } = aGate()
    await right(auth.authenticate(bearer))
    await time.advance(365 * DAY_MS)
    expect((await left(auth.authenticate(bearer)))._tag).to.equal('Unauthenticated')
  })

  it('trusts its cache for a second, so that every kind of call notices a revocation', async () => {
    const { auth, bearer, time, revoke } = aGate()
    await right(auth.authenticate(bearer))
    await revoke()
    await time.advance(999)
    await right(auth.authenticate(bearer))
    await time.advance(1)
    expect((await left(auth.authenticate(bearer)))._tag).to.equal('Unauthenticated')
  })

  it('reads changes once a second for all credentials, and a credential only if its Organization changed', async () => {
    const { auth, bearer, faults, time, save } = aGate()
    const all = () => Promise.all(Array.from({ length: 20 }, () => right(auth.authenticate(bearer))))
    await all()
    await time.advance(1_000)
    await all()
    expect([faults.calls('credential'), faults.calls('changes')]).to.deep.equal([1, 1])
    for (let second = 0; second < 3; second += 1) {
      await save({ organizations: [aTenant().organization] })
      await time.advance(1_000)
      await all()
    }
    expect([faults.calls('credential'), faults.calls('changes')]).to.deep.equal([1, 4])
    expect((await left(auth.authenticate(`${bearer}x`)))._tag).to.equal('Unauthenticated')
  })

  it('reports that storage is unavailable, not that the caller is unknown', async () => {
    const { auth, bearer, faults } = aGate()
    faults.plan('credential', 'away')
    expect((await left(auth.authenticate(bearer)))._tag).to.equal('StorageUnavailable')
  })

  it('renews a caller for a newer epoch, and notices a revocation then', async () => {
    const { auth, bearer, tables, revoke, save } = aGate()
    const caller = await right(auth.authenticate(bearer))
    await save({})
    const renewed = await auth.renew(caller, tables.epoch)
    expect(E.isRight(renewed) && renewed.right.epoch).to.equal(tables.epoch)
    await revoke()
    expect(tag(await auth.renew(caller, tables.epoch))).to.equal('Unauthenticated')
    expect(tag(await auth.authenticate(bearer)())).to.equal('Unauthenticated')
  })

  it("doesn't let a late, older read hide a revocation", async () => {
    const { bearer, caller, ports, credential, revoke, tables } = aGate()
    const { catalog } = ports.storage
    const old = { epoch: tables.epoch, value: credential }
    let answerOld = (): void => undefined
    let isFirst = true
    const reading = (selector: string) => {
      if (!isFirst) return catalog.credential(selector)
      isFirst = false
      return () =>
        new Promise<E.Either<never, typeof old>>((resolve) => {
          answerOld = () => resolve(E.right(old))
        })
    }
    const auth = authentication({
      ...ports,
      storage: { ...ports.storage, catalog: { ...catalog, credential: reading } },
    })
    const first = auth.authenticate(bearer, HERE)()
    await revoke()
    expect(tag(await auth.renew(caller, tables.epoch))).to.equal('Unauthenticated')
    answerOld()
    await first
    expect(tag(await auth.authenticate(bearer, HERE)())).to.equal('Unauthenticated')
  })
})

describe('A read for a caller', () => {
  const reading = (epoch: number) => () => async () => E.right({ epoch, value: 'the balance' })

  it('is returned without another check if the credential was seen at its epoch', async () => {
    const { auth, bearer, tables, faults } = aGate()
    const caller = granted(await right(auth.authenticate(bearer)), 'billing.read')
    expect(await right(readAs(auth)(caller, 'billing.read', reading(tables.epoch)))).to.equal('the balance')
    expect(faults.calls('credential')).to.equal(1)
  })

  it("isn't returned to a caller who was revoked meanwhile", async () => {
    const { auth, bearer, tables, revoke } = aGate()
    const caller = granted(await right(auth.authenticate(bearer)), 'billing.read')
    await revoke()
    const answer = await left(readAs(auth)(caller, 'billing.read', reading(tables.epoch)))
    expect(answer._tag).to.equal('Unauthenticated')
  })

  it("isn't returned without the permission, nor after the permission was removed", async () => {
    const { auth, bearer, tables, credential, save } = aGate()
    const caller = granted(await right(auth.authenticate(bearer)), 'usage.read')
    const lesser = { ...credential, actions: ['messages.send' as const] }
    const asLesser = { ...caller, credential: lesser }
    expect((await left(TE.fromEither(requireAction(asLesser, 'usage.read'))))._tag).to.equal(
      'ActionNotGranted',
    )
    await save({ credentials: [lesser] })
    expect((await left(readAs(auth)(caller, 'usage.read', reading(tables.epoch))))._tag).to.equal(
      'ActionNotGranted',
    )
  })
})

describe('Checking a credential', () => {
  it('never uses the cache', async () => {
    const { auth, bearer, ports, revoke, credential } = aGate()
    const caller = await right(auth.authenticate(bearer))
    expect(await right(checkCredential(ports, auth)(caller))).to.deep.equal(credential)
    await revoke()
    expect((await left(checkCredential(ports, auth)(caller)))._tag).to.equal('Unauthenticated')
  })
})

describe('Issuing a credential', () => {
  it('shows the bearer value once and stores only its verifier', async () => {
    const { ports, tenant, auth, tables } = aGate()
    const grant = { actions: ['messages.read' as const], channels: ['sms' as const], label: 'reads' }
    const expiresAtMs = NOW_MS + DAY_MS
    const issued = await right(issueCredential(ports)({ app: tenant.app, ...grant, expiresAtMs }))
    const caller = await right(auth.authenticate(issued.bearer))
    expect(caller.credential).to.include({ appId: tenant.app.appId, label: 'reads', environment: 'test' })
    const secret = issued.bearer.split(':')[2] ?? 'none'
    expect(JSON.stringify(tables.catalog.credentials)).not.to.contain(secret)
  })
})
