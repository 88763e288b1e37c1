import { expect } from 'chai'
import type { AccountHealth } from '@postrider/core/providers/domain/calls/account-health'
import type { ProviderAccountId } from '@postrider/core/kernel/ids/id'
import { healthReporter } from '@postrider/core/providers/use-cases/calls/publish-health'
import { right } from '@postrider/conformance/outcome'
import { aWorld } from '../../../fakes/world.js'

/** A process, and the health of its only account, set by the test. */
const aReporter = () => {
  const world = aWorld()
  const { providerAccountId } = world.tenant.providerAccount
  let healthByAccount: ReadonlyMap<ProviderAccountId, AccountHealth> = new Map()
  const stand = (status: AccountHealth['status'] | undefined): void => {
    const one = { sinceMs: world.time.clock.nowMs(), detail: undefined, sessions: 0, callsInFlight: 0 }
    healthByAccount = status === undefined ? new Map() : new Map([[providerAccountId, { status, ...one }]])
  }
  const reporter = healthReporter(world.ports, { health: () => healthByAccount })
  const published = async () => {
    await right(reporter.say())
    return world.memory.tables.accountReports.map(({ status }) => status)
  }
  return { world, reporter, stand, published }
}

describe("A process's report on its provider accounts", () => {
  it('is published at first, and every ten seconds from then on', async () => {
    const { world, stand, published } = aReporter()
    stand('up')
    expect(await published()).to.deep.equal(['up'])
    stand('down')
    await world.time.advance(9_999)
    expect(await published()).to.deep.equal(['up'])
    await world.time.advance(1)
    expect(await published()).to.deep.equal(['down'])
    expect(world.memory.tables.unreadyAccounts).to.have.length(1)
  })

  it('is published at once for a newly opened account, even shortly after the last report', async () => {
    const { stand, published } = aReporter()
    expect(await published()).to.deep.equal([])
    stand('connecting')
    expect(await published()).to.deep.equal(['connecting'])
    stand('up')
    expect(await published()).to.deep.equal(['up'])
    stand('connecting')
    expect(await published()).to.deep.equal(['up'])
  })

  it('is published at once if something can be sent again, or the account is closed', async () => {
    for (const better of ['up', 'connecting', undefined] as const) {
      const { world, stand, published } = aReporter()
      stand('refused')
      await published()
      stand(better)
      expect(await published()).to.deep.equal(better === undefined ? [] : [better])
      expect(world.memory.tables.unreadyAccounts).to.deep.equal([])
    }
  })

  it('is emitted once with the reason when one stops working, and once when it works again', async () => {
    const { world, stand, published } = aReporter()
    for (const status of ['up', 'down', 'down', 'up', 'up'] as const) {
      stand(status)
      await published()
    }
    expect(world.emitted.map(({ _tag }) => _tag)).to.deep.equal(['AccountStopped', 'AccountWorks'])
  })

  it('is removed by a process that ends, and repeated after storage was unavailable', async () => {
    const { world, reporter, stand, published } = aReporter()
    stand('down')
    world.memory.faults.plan('publishHealth', 'away')
    expect(await reporter.say()()).to.have.property('_tag', 'Left')
    expect(await published()).to.deep.equal(['down'])
    await right(reporter.leave())
    expect(world.memory.tables.accountReports).to.deep.equal([])
    expect(world.memory.tables.unreadyAccounts).to.deep.equal([])
  })
})
