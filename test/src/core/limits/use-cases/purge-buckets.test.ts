import { expect } from 'chai'
import { DEFAULT_RATE_LIMITS } from '@postrider/core/limits/domain/rate-policy'
import { HOUR_MS, MINUTE_MS } from '@postrider/core/kernel/time/epoch-ms'
import { purgeBuckets } from '@postrider/core/limits/use-cases/purge-buckets'
import { rateLimiter } from '@postrider/core/limits/use-cases/rate-limiter'
import { right } from '@postrider/conformance/outcome'
import { aWorld } from '../../fakes/world.js'

const someBuckets = async (limits = DEFAULT_RATE_LIMITS) => {
  const world = aWorld()
  const limiter = rateLimiter(world.ports, limits)
  for (const subject of ['crd_1', 'crd_2', 'crd_3']) await limiter.take([{ policy: 'reads', subject }], 1)
  return { ...world, limiter, purge: purgeBuckets(world.ports, limits) }
}

describe('Purging buckets', () => {
  it('deletes those without use for an hour, a limited number at a time', async () => {
    const { purge, time, limiter } = await someBuckets()
    await time.advance(HOUR_MS)
    expect(await right(purge(10))).to.equal(0)
    await limiter.take([{ policy: 'reads', subject: 'crd_1' }], 1)
    await time.advance(1)
    expect(await right(purge(1))).to.equal(1)
    expect(await right(purge(10))).to.equal(1)
    expect(await right(purge(10))).to.equal(0)
  })

  it('keeps them for as long as the slowest bucket takes to fill', async () => {
    const slow = { ...DEFAULT_RATE_LIMITS, otp: { perSecond: 0.01 } }
    const { purge, time } = await someBuckets(slow)
    await time.advance(80 * MINUTE_MS)
    expect(await right(purge(10))).to.equal(0)
    await time.advance(4 * MINUTE_MS)
    expect(await right(purge(10))).to.equal(3)
  })
})
