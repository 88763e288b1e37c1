import { expect } from 'chai'
import type { AccountHealth } from '@postrider/core/providers/domain/calls/account-health'
import type { ProviderAccountId } from '@postrider/core/kernel/ids/id'
import { healthReporter } from '@postrider/core/providers/use-cases/calls/publish-health'
import { right } from '@postrider/conformance/outcome'
import { aWorld } from '../../../fakes/world.js'

/** A process, and how its only account stands, as the test says. */
const aReporter = () => {
  const world = aWorld()
  const { providerAccountId } = world.tenant.providerAccount
  let standing: ReadonlyMap<ProviderAccountId, AccountHealth> = new Map()
  const stand = (status: AccountHealth['status'] | undefined): void => {
    const one = { sinceMs: world.time.clock.nowMs(), detail: undefined, sessions: 0, callsInFlight: 0 }
    standing = status === undefined ? new Map() : new Map([[providerAccountId, { status, ...one }]])
  }
  const reporter = healthReporter(world.ports, { health: () => standing })
  const said = async () => {
    await right(reporter.say())
    return world.memory.tables.accountReports.map(({ status }) => status)
  }
  return { world, reporter, stand, said }
}

describe('What a process says of its provider accounts', () => {
  it('is said at first, and every ten seconds from then on', async () => {
    const { world, stand, said } = aReporter()
    stand('up')
    expect(await said()).to.deep.equal(['up'])
    stand('down')
    await world.time.advance(9_999)
    expect(await said()).to.deep.equal(['up'])
    await world.time.advance(1)
    expect(await said()).to.deep.equal(['down'])
    expect(world.memory.tables.unreadyAccounts).to.have.length(1)
  })

  it('is said at once of an account that is open now, whatever was said before', async () => {
    const { stand, said } = aReporter()
    expect(await said()).to.deep.equal([])
    stand('connecting')
    expect(await said()).to.deep.equal(['connecting'])
    stand('up')
    expect(await said()).to.deep.equal(['up'])
    stand('connecting')
    expect(await said()).to.deep.equal(['up'])
  })

  it('is said at once where something can be sent again, or the account is closed', async () => {
    for (const better of ['up', 'connecting', undefined] as const) {
      const { world, stand, said } = aReporter()
      stand('refused')
      await said()
      stand(better)
      expect(await said()).to.deep.equal(better === undefined ? [] : [better])
      expect(world.memory.tables.unreadyAccounts).to.deep.equal([])
    }
  })

  it('is emitted once with the reason when one stops working, and once when it works again', async () => {
    const { world, stand, said } = aReporter()
    for (const status of ['up', 'down', 'down', 'up', 'up'] as const) {
      stand(status)
      await said()
    }
    expect(world.emitted.map(({ _tag }) => _tag)).to.deep.equal(['AccountStopped', 'AccountWorks'])
  })

  it('is taken back by a process that ends, and said again after storage was away', async () => {
    const { world, reporter, stand, said } = aReporter()
    stand('down')
    world.memory.faults.plan('publishHealth', 'away')
    expect(await reporter.say()()).to.have.property('_tag', 'Left')
    expect(await said()).to.deep.equal(['down'])
    await right(reporter.leave())
    expect(world.memory.tables.accountReports).to.deep.equal([])
    expect(world.memory.tables.unreadyAccounts).to.deep.equal([])
  })
})
