import { expect } from 'chai'
import { COUNTING_SLICE_MS, countedSince, prefixKey, sliceOf } from '@postrider/core/otp/domain/breaker'
import { purgePrefixCounts } from '@postrider/core/messaging/use-cases/otp/purge-prefix-counts'
import { right } from '@postrider/conformance/outcome'
import { NOW_MS } from '@postrider/conformance/builders/fresh'
import { aWorld } from '../../../fakes/world.js'

describe('Purging counts of prefixes', () => {
  it('keeps every slice that the breaker still reads', async () => {
    const { ports, memory, tenant } = aWorld()
    const { prefixCounts } = memory.tables
    const of = { appId: tenant.app.appId, prefix: '+9198' }
    const oldest = countedSince(NOW_MS)
    for (const sliceMs of [oldest - COUNTING_SLICE_MS, oldest, sliceOf(NOW_MS)])
      prefixCounts.set(`${prefixKey(of)}/${sliceMs}`, { ...of, sliceMs, sends: 1, verified: 0 })
    const purge = purgePrefixCounts(ports)
    expect(await right(purge(10))).to.equal(1)
    expect([...prefixCounts.values()].map(({ sliceMs }) => sliceMs)).to.deep.equal([oldest, sliceOf(NOW_MS)])
    expect(await right(purge(10))).to.equal(0)
  })
})
