import { expect } from 'chai'
import { E } from '@postrider/core/fp'
import type { Principal } from '@postrider/core/identity/use-cases/callers/caller'
import { knownChanges } from '@postrider/core/tenancy/use-cases/known-changes'
import { callersOf } from '@postrider/core/runner/use-cases/callers'
import { aWorld } from '../../fakes/world.js'

/** Callers with counted reads, and a catalog with the epoch of their present permissions. */
const someCallers = () => {
  const { ports } = aWorld()
  const lookedUp: number[] = []
  let rights = 0
  let epoch = 10
  const renew = async (principal: Principal, atLeastEpoch: number) => {
    lookedUp.push(atLeastEpoch)
    return E.right({ ...principal, epoch })
  }
  const none = { everyone: 0, organizations: new Map() }
  const changes = () => async () => E.right({ epoch, changes: none, credentials: none, rights })
  const { storage } = ports
  const known = knownChanges({ ...ports, storage: { ...storage, catalog: { ...storage.catalog, changes } } })
  const recognition = { people: { renew }, website: { renew }, operators: { renew }, agents: { renew } }
  const callers = callersOf(recognition as unknown as Parameters<typeof callersOf>[0], known)
  const change = (of: 'rights' | 'settings'): void => {
    epoch += 1
    if (of === 'rights') rights = epoch
  }
  const person = { _tag: 'Person', epoch: 10 } as unknown as Principal
  const renewNow = async (principal: Principal): Promise<Principal> => {
    const renewed = await callers.renew(principal, epoch)
    if (E.isLeft(renewed)) throw new Error('the caller was refused')
    return renewed.right
  }
  return { lookedUp, known, change, person, renewNow }
}

describe('A caller as of a later epoch', () => {
  it("isn't read while settings change, and is current for that epoch", async () => {
    const { lookedUp, known, change, person, renewNow } = someCallers()
    await known.read()
    let caller = person
    for (let times = 0; times < 5; times += 1) {
      change('settings')
      caller = await renewNow(caller)
    }
    expect(lookedUp).to.deep.equal([])
    expect(caller.epoch).to.equal(15)
  })

  it('is read after the permissions of a person have changed', async () => {
    const { lookedUp, known, change, person, renewNow } = someCallers()
    await known.read()
    change('settings')
    change('rights')
    change('settings')
    const caller = await renewNow(person)
    expect(lookedUp).to.deep.equal([13])
    expect(await renewNow(caller)).to.deep.equal({ ...person, epoch: 13 })
  })

  it('is read before the first read of changes, and for the same epoch, since time ends sessions too', async () => {
    const { lookedUp, known, change, person, renewNow } = someCallers()
    change('settings')
    await renewNow(person)
    expect(lookedUp).to.deep.equal([11])
    await known.read()
    await renewNow({ ...person, epoch: 11 })
    expect(lookedUp).to.deep.equal([11, 11])
  })
})
