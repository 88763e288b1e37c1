import { expect } from 'chai'
import { HOUR_MS } from '@postrider/core/kernel/time/epoch-ms'
import { E } from '@postrider/core/fp'
import { authentication } from '@postrider/core/identity/use-cases/credentials/authentication'
import { noteUses } from '@postrider/core/identity/use-cases/credentials/note-uses'
import { fresh, NOW_MS } from '@postrider/conformance/builders/fresh'
import { left, right } from '@postrider/conformance/outcome'
import { turn } from '../../../fakes/manual-time.js'
import { HERE } from '../../../fakes/plain-ip-addresses.js'
import { aWorld, bearerOf } from '../../../fakes/world.js'

/** A world in which a test can delay the records of uses. */
const aNotebook = (remembered = 100) => {
  const world = aWorld()
  const { storage } = world.ports
  const written: Array<{ readonly ids: readonly string[]; readonly hourMs: number }> = []
  const held: Array<() => void> = []
  let isHeld = false
  const tenancy: typeof storage.tenancy = {
    ...storage.tenancy,
    noteUses: (ids, hourMs) => async () => {
      written.push({ ids, hourMs })
      if (isHeld) await new Promise<void>((resolve) => held.push(resolve))
      return storage.tenancy.noteUses(ids, hourMs)()
    },
  }
  const ports = { ...world.ports, storage: { ...storage, tenancy } }
  return {
    ...world,
    ports,
    written,
    uses: world.memory.tables.credentialUses,
    note: noteUses(ports, { where: 'credentials', write: tenancy.noteUses, remembered }),
    hold: () => {
      isHeld = true
    },
    letGo: async () => {
      isHeld = false
      for (const resolve of held.splice(0)) resolve()
      await turn()
    },
  }
}

describe('Recording the uses of credentials', () => {
  it('writes the start of the hour, once an hour for each credential', async () => {
    const { note, time, written } = aNotebook()
    const [one, other] = [fresh.id('crd'), fresh.id('crd')]
    await time.advance(17 * 60_000)
    for (const id of [one, other, one]) {
      note(id)
      await turn()
    }
    await time.advance(HOUR_MS - 17 * 60_000 - 1)
    note(one)
    await turn()
    expect(written).to.deep.equal([
      { ids: [one], hourMs: NOW_MS },
      { ids: [other], hourMs: NOW_MS },
    ])
    await time.advance(1)
    note(one)
    await turn()
    expect(written.at(-1)).to.deep.equal({ ids: [one], hourMs: NOW_MS + HOUR_MS })
  })

  it('has one write at a time, and then writes everything that arrived meanwhile, each under its own hour', async () => {
    const { note, time, written, hold, letGo, uses } = aNotebook()
    const ids = Array.from({ length: 4 }, () => fresh.id('crd'))
    const [first, second, third, fourth] = ids
    if (!first || !second || !third || !fourth) throw new Error('there are four')
    hold()
    note(first)
    note(second)
    note(third)
    await time.advance(HOUR_MS)
    note(third)
    note(fourth)
    await turn()
    expect(written).to.have.length(1)
    await letGo()
    expect(written.slice(1)).to.deep.equal([
      { ids: [second], hourMs: NOW_MS },
      { ids: [third, fourth], hourMs: NOW_MS + HOUR_MS },
    ])
    expect([...uses.keys()].sort()).to.deep.equal([...ids].sort())
  })

  it('writes at most five hundred at once', async () => {
    const { note, written, hold, letGo } = aNotebook(2_000)
    hold()
    for (let count = 0; count < 1_101; count += 1) note(fresh.id('crd'))
    await letGo()
    expect(written.map(({ ids }) => ids.length)).to.deep.equal([1, 500, 500, 100])
  })

  it('reports an outage, and tries again with the next hour', async () => {
    const { note, time, written, emitted, memory } = aNotebook()
    const id = fresh.id('crd')
    memory.faults.plan('noteUses', 'away')
    note(id)
    await turn()
    expect(emitted).to.deep.equal([{ _tag: 'PartFailed', where: 'credentials', cause: 'the fake is away' }])
    note(id)
    await turn()
    expect(written).to.have.length(1)
    await time.advance(HOUR_MS)
    note(id)
    await turn()
    expect(written).to.have.length(2)
    expect(emitted).to.have.length(1)
  })

  it('evicts those with the oldest uses', async () => {
    const { note, written } = aNotebook(2)
    const ids = Array.from({ length: 3 }, () => fresh.id('crd'))
    for (const id of [...ids, ...ids.slice(0, 1)]) {
      note(id)
      await turn()
    }
    expect(written).to.have.length(4)
  })
})

describe('Authentication that records uses', () => {
  it('records the use of a recognized credential, also from the cache, without waiting', async () => {
    const { ports, tenant, time, written, hold, letGo } = aNotebook()
    const auth = authentication(ports)
    const bearer = bearerOf(tenant.credential)
    const { credentialId } = tenant.credential
    hold()
    await right(auth.authenticate(bearer, HERE))
    await right(auth.authenticate(bearer, HERE))
    expect(written).to.deep.equal([{ ids: [credentialId], hourMs: NOW_MS }])
    await letGo()
    await time.advance(HOUR_MS)
    await right(auth.authenticate(bearer, HERE))
    expect(written).to.have.length(2)
  })

  it("lets a caller in if its use can't be recorded", async () => {
    const { ports, tenant, memory, emitted } = aNotebook()
    memory.faults.plan('noteUses', 'away')
    const auth = authentication(ports)
    expect(E.isRight(await auth.authenticate(bearerOf(tenant.credential), HERE)())).to.equal(true)
    await turn()
    expect(emitted.map(({ _tag }) => _tag)).to.deep.equal(['PartFailed'])
  })

  it('records no use of a refused caller', async () => {
    const { ports, tenant, written } = aNotebook()
    const auth = authentication(ports)
    for (const bearer of [undefined, 'nonsense', `${bearerOf(tenant.credential)}x`])
      expect((await left(auth.authenticate(bearer, HERE)))._tag).to.equal('Unauthenticated')
    expect(written).to.deep.equal([])
  })
})
