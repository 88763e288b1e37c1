import { expect } from 'chai'
import { E } from '@postrider/core/fp'
import { HOUR_MS, MINUTE_MS } from '@postrider/core/kernel/time/epoch-ms'
import type { Storage } from '@postrider/core/assembly/storage'
import { requestLink } from '@postrider/core/identity/use-cases/people/request-link'
import { ipAddresses } from '@postrider/node/ip-addresses/ip-addresses'
import { aWorld } from '../../../fakes/world.js'

const FREE = 10

const from = (clientAddress: string) => ({ requestId: undefined, clientAddress })

/** A process that gets recovery requests, and their cost for its database. */
const aProcess = () => {
  const { ports, memory, time } = aWorld()
  const cost = { units: 0, atOnce: 0, most: 0 }
  const { units } = ports.storage
  const counted: Storage['units']['transact'] = (kind, work) => async () => {
    cost.units += 1
    cost.atOnce += 1
    cost.most = Math.max(cost.most, cost.atOnce)
    try {
      return await units.transact(kind, work)()
    } finally {
      cost.atOnce -= 1
    }
  }
  const storage = { ...ports.storage, units: { ...units, transact: counted } }
  const request = requestLink({ ...ports, storage, ipAddresses }, 'recovery')
  const ask = async (email: string, clientAddress: string): Promise<boolean> =>
    E.isRight(await request(email, from(clientAddress))())
  return { ask, cost, memory, time }
}

describe('Requesting a recovery', () => {
  it("doesn't use the database beyond a client's limit, and returns the same response", async () => {
    const { ask, cost } = aProcess()
    for (let at = 0; at < 50; at += 1) expect(await ask(`a${at}@example.com`, '203.0.113.9')).to.equal(true)
    expect(cost.units).to.equal(FREE)
  })

  it('runs for two requests at once, however many arrive', async () => {
    const { ask, cost } = aProcess()
    const requests = Array.from({ length: 300 }, (_, at) => ask(`a${at}@example.com`, '203.0.113.9'))
    expect(new Set(await Promise.all(requests))).to.deep.equal(new Set([true]))
    expect(cost.most).to.be.at.most(2)
    // Two of them can be in progress when the tenth is counted.
    expect(cost.units).to.be.within(FREE, FREE + 1)
  })

  it('stays open to other clients, and to the same one after its hour', async () => {
    const { ask, cost, time } = aProcess()
    for (let at = 0; at < 20; at += 1) await ask('a@example.com', '203.0.113.9')
    await ask('b@example.com', '203.0.113.10')
    expect(cost.units).to.equal(FREE + 1)
    await time.advance(HOUR_MS + MINUTE_MS)
    await ask('a@example.com', '203.0.113.9')
    expect(cost.units).to.equal(FREE + 2)
  })

  it('allows a /48 of IPv6 as much as ten clients, however many networks it has', async () => {
    const { ask, cost } = aProcess()
    for (let at = 0; at < 12 * FREE; at += 1)
      expect(await ask(`a${at}@example.com`, `2001:db8:1:${at.toString(16)}::1`)).to.equal(true)
    expect(cost.units).to.equal(10 * FREE)
    await ask('b@example.com', '2001:db8:2::1')
    expect(cost.units).to.equal(10 * FREE + 1)
  })

  it("doesn't count for a client if it fails", async () => {
    const { ask, memory, cost } = aProcess()
    for (let at = 0; at < FREE - 1; at += 1) await ask('a@example.com', '203.0.113.9')
    memory.faults.plan('transact', 'away')
    expect(await ask('a@example.com', '203.0.113.9')).to.equal(false)
    expect(await ask('a@example.com', '203.0.113.9')).to.equal(true)
    expect(cost.units).to.equal(FREE + 1)
  })
})
