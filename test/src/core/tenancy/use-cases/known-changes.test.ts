import { expect } from 'chai'
import { E } from '@postrider/core/fp'
import type { StorageUnavailable } from '@postrider/core/kernel/refusals/outage'
import type { RecentChanges } from '@postrider/core/tenancy/domain/catalog-changes'
import { knownChanges } from '@postrider/core/tenancy/use-cases/known-changes'
import { aTenant } from '@postrider/conformance/builders/a-tenant'
import { eventually } from '@postrider/conformance/eventually'
import { right } from '@postrider/conformance/outcome'
import { aWorld } from '../../fakes/world.js'

type Read = E.Either<StorageUnavailable, RecentChanges>

const aReader = () => {
  const world = aWorld()
  const { organization } = world.tenant
  const changes = knownChanges(world.ports)
  const reads = () => world.memory.faults.calls('changes')
  const change = (): Promise<void> => world.save({ organizations: [organization] })
  const changeOther = (): Promise<void> => world.save({ organizations: [aTenant().organization] })
  const { organizationId } = organization
  const epoch = () => world.memory.tables.epoch
  const { storage } = world.ports
  /** The same port, with an action around each read. */
  const reading = (then: (read: Read) => Promise<Read>) => {
    const altered: typeof storage.catalog.changes = (since) => async () =>
      then(await storage.catalog.changes(since)())
    const catalog = { ...storage.catalog, changes: altered }
    return knownChanges({ ...world.ports, storage: { ...storage, catalog } })
  }
  const { faults } = world.memory
  return { ...world, faults, changes, reads, change, changeOther, organizationId, epoch, reading }
}

describe("A process's cache of changes", () => {
  it('is empty before its first read: no facts are current, and no change is noticed', () => {
    const { changes, organizationId } = aReader()
    expect(changes.currentFrom(organizationId)).to.equal(Number.MAX_SAFE_INTEGER)
    expect(changes.lastNoticed(organizationId)).to.equal(0)
  })

  it('keeps facts current that were read before other Organizations changed', async () => {
    const { changes, change, changeOther, organizationId, epoch } = aReader()
    await changes.read()
    const readAt = epoch()
    await changeOther()
    await changes.read()
    expect(changes.currentFrom(organizationId)).to.equal(readAt)
    await change()
    await changes.read()
    expect(changes.currentFrom(organizationId)).to.equal(epoch())
    expect(changes.noticed([organizationId]).organizations.get(organizationId)).to.equal(epoch())
  })

  it('marks everything stale if something changed for all Organizations', async () => {
    const { changes, organizationId, epoch, save, tenant } = aReader()
    await changes.read()
    await save({ providerAccounts: [tenant.providerAccount] })
    await changes.read()
    expect(changes.currentFrom(organizationId)).to.equal(epoch())
    expect(changes.lastNoticed(organizationId)).to.equal(epoch())
  })

  it('keeps credentials current when something else changes', async () => {
    const { change, organizationId, epoch, reading } = aReader()
    const none = { everyone: 0, organizations: new Map() }
    const all = reading(async (read) => read)
    const ofOthers = reading(async (read) =>
      E.map((found: RecentChanges) => ({ ...found, credentials: none }))(read),
    )
    await Promise.all([all.read(), ofOthers.read()])
    const readAt = epoch()
    await change()
    await Promise.all([all.read(), ofOthers.read()])
    expect(all.credentialsFrom(organizationId)).to.equal(epoch())
    expect(ofOthers.credentialsFrom(organizationId)).to.equal(readAt)
    expect(ofOthers.currentFrom(organizationId)).to.equal(epoch())
    expect(ofOthers.knownThrough()).to.equal(epoch())
  })

  it('considers nothing current that was read before the later of two first reads', async () => {
    const { change, organizationId, epoch, reading } = aReader()
    const held: Array<() => void> = []
    const changes = reading(async (read) => {
      await new Promise<void>((resolve) => held.push(resolve))
      return read
    })
    const first = changes.read()
    await eventually('the first to be held', () => held.length === 1)
    await change()
    const second = changes.read()
    await eventually('the second to be held', () => held.length === 2)
    for (const release of held) release()
    await Promise.all([first, second])
    expect(changes.currentFrom(organizationId)).to.equal(epoch())
  })

  it('shares one read among all callers that need an unseen epoch', async () => {
    const { changes, change, epoch, reads } = aReader()
    await changes.read()
    await change()
    await Promise.all(Array.from({ length: 10 }, () => changes.readThrough(epoch())))
    expect(reads()).to.equal(2)
    await changes.readThrough(epoch())
    expect(reads()).to.equal(2)
  })

  it('reads in the background: again soon while changes arrive, and otherwise a few times per second', async () => {
    const { changes, change, reads, time } = aReader()
    const pass = async (ms: number): Promise<void> => {
      for (let passed = 0; passed < ms; passed += 10) {
        changes.keepUp()
        await time.advance(10)
      }
    }
    await pass(1_000)
    expect(reads()).to.be.within(4, 5)
    for (let second = 0; second < 10; second += 1) {
      await change()
      await pass(100)
    }
    expect(reads()).to.be.within(40, 60)
  })

  it('wants changes with the next transaction instead of a read of its own', async () => {
    const { changes, changeOther, change, organizationId, epoch, reads, time, ports } = aReader()
    expect(changes.wanted()).to.equal(undefined)
    await changes.read()
    expect(changes.wanted()).to.equal(undefined)
    await time.advance(250)
    const wanted = changes.wanted()
    expect(wanted?.sinceEpoch).to.equal(epoch())
    await changeOther()
    await change()
    wanted?.report(await right(ports.storage.catalog.changes(wanted.sinceEpoch)))
    const made = reads()
    expect(changes.lastNoticed(organizationId)).to.equal(epoch())
    changes.keepUp()
    expect(changes.wanted()?.sinceEpoch).to.equal(epoch())
    expect(reads()).to.equal(made)
    await time.advance(20)
    changes.keepUp()
    expect(reads()).to.equal(made + 1)
  })

  it('stays unchanged while storage is unavailable, and reports that', async () => {
    const { changes, organizationId, faults } = aReader()
    await changes.read()
    const before = changes.currentFrom(organizationId)
    faults.plan('changes', 'away')
    expect(E.isLeft(await changes.read())).to.equal(true)
    expect(changes.currentFrom(organizationId)).to.equal(before)
  })
})
