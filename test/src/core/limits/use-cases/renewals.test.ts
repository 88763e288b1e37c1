import { expect } from 'chai'
import { setImmediate as turn } from 'node:timers/promises'
import { seeded } from '@postrider/conformance/builders/seeded'
import { DEFAULT_RATE_LIMITS } from '@postrider/core/limits/domain/rate-policy'
import type { RateLimit } from '@postrider/core/limits/domain/token-bucket'
import type { LimitStorage } from '@postrider/core/limits/ports/limit-storage'
import { rateLimiter } from '@postrider/core/limits/use-cases/rate-limiter'
import { aWorld } from '../../fakes/world.js'

/**
 * Processes over one storage, with counted visits that a test can delay, and buckets that another process can
 * hold.
 */
const aWatched = (limit: RateLimit = { perSecond: 100 }) => {
  const { ports, time } = aWorld()
  const { limits } = ports.storage
  const visits: Array<{ readonly buckets: number; readonly locked: 'wait' | 'skip' | undefined }> = []
  const state = { holdUp: () => Promise.resolve(), isHeld: (_key: string) => false }
  const take: LimitStorage['take'] = (keys, decide, locked) => async () => {
    visits.push({ buckets: keys.length, locked })
    await state.holdUp()
    const held = new Set(keys.filter(state.isHeld))
    if (locked === 'wait') while (keys.some(state.isHeld)) await turn()
    const free = keys.filter((key) => locked === 'wait' || !held.has(key))
    return limits.take(free, (buckets) => decide(buckets, locked === 'wait' ? new Set() : held), locked)()
  }
  const watched = { ...ports, storage: { ...ports.storage, limits: { ...limits, take } } }
  const rates = { ...DEFAULT_RATE_LIMITS, sends: limit }
  const open = () => {
    const limiter = rateLimiter(watched, rates)
    return (subject: string, cost = 1) => limiter.take([{ policy: 'sends', subject }], cost)
  }
  return { open, time, visits, state }
}

describe('Leases in use', () => {
  it('are renewed before they end, without a waiting request', async () => {
    const { open, time, state } = aWatched()
    const send = open()
    for (let at = 0; at < 200; at += 1) {
      await send('crd_1')
      await time.advance(20)
    }
    let release: () => void = () => undefined
    const visits = { waiting: 0 }
    state.holdUp = () => {
      visits.waiting += 1
      return new Promise((resolve) => (release = resolve))
    }
    let sent = 0
    while (visits.waiting === 0 && sent < 100) {
      await send('crd_1')
      await time.advance(20)
      sent += 1
    }
    expect(visits.waiting).to.equal(1)
    for (let more = 0; more < 10; more += 1) expect((await send('crd_1'))._tag).to.equal('Allowed')
    state.holdUp = () => Promise.resolve()
    release()
    await turn()
    expect((await send('crd_1'))._tag).to.equal('Allowed')
  })

  it('are renewed together: few visits per second for a hundred buckets', async () => {
    const { open, time, visits } = aWatched()
    const send = open()
    const aSecond = async () => {
      for (let tick = 0; tick < 50; tick += 1) {
        for (let at = tick % 5; at < 100; at += 5) await send(`crd_${at}`)
        await time.advance(20)
      }
    }
    for (let second = 0; second < 3; second += 1) await aSecond()
    visits.splice(0)
    for (let second = 0; second < 4; second += 1) await aSecond()
    expect(visits.length / 4).to.be.lessThan(8)
    const written = visits.reduce((sum, { buckets }) => sum + buckets, 0)
    expect(written / 4).to.be.within(90, 330)
  })

  it("aren't renewed when they are unused", async () => {
    const { open, time, visits } = aWatched()
    const send = open()
    for (let at = 0; at < 20; at += 1) await send('crd_1')
    await time.advance(200)
    visits.splice(0)
    await time.advance(10_000)
    expect(visits).to.deep.equal([])
  })

  it('last as long as their bucket is locked, and requests for other buckets never wait', async () => {
    const { open, time, visits, state } = aWatched()
    const send = open()
    await send('crd_1')
    state.isHeld = (key) => key === heldKey
    const heldKey = await keyOf('crd_1')
    const stuck = send('crd_1')
    for (let at = 0; at < 20; at += 1) {
      expect((await send('crd_2'))._tag).to.equal('Allowed')
      await time.advance(50)
    }
    expect(visits.some(({ locked, buckets }) => locked === 'wait' && buckets === 1)).to.equal(true)
    expect(visits.filter(({ locked }) => locked === 'wait')).to.have.length(1)
    state.isHeld = () => false
    expect((await stuck)._tag).to.equal('Allowed')
  })

  it('never add up to more than the bucket, over two processes with slow visits', async () => {
    for (let seed = 1; seed <= 20; seed += 1) {
      const chance = seeded(seed)
      // Half of the buckets gain nothing, so that a token that counts twice can't hide behind new ones.
      const perSecond = seed % 2 === 0 ? 0.001 : 20 + Math.floor(chance.fraction() * 200)
      const capacity = 1_500
      const { open, time, state } = aWatched({ perSecond, burst: capacity })
      const processes = [open(), open()]
      const callsOf = processes.map(() => 6)
      state.holdUp = async () => {
        for (let turns = Math.floor(chance.fraction() * 4); turns > 0; turns -= 1) await turn()
      }
      state.isHeld = () => chance.fraction() < 0.2
      let passed = 0
      let elapsedMs = 0
      const calls: Promise<void>[] = []
      for (let step = 0; step < 300; step += 1) {
        for (const [at, send] of processes.entries()) {
          // After a busy period with a quiet one, a process returns the tokens that it holds.
          if (chance.fraction() < 0.05) callsOf[at] = [0, 1, 2, 40][Math.floor(chance.fraction() * 4)] ?? 0
          for (let call = Math.ceil(chance.fraction() * (callsOf[at] ?? 0)); call > 0; call -= 1) {
            const cost = chance.fraction() < 0.9 ? 1 : 1 + Math.floor(chance.fraction() * 20)
            calls.push(send('crd_1', cost).then(({ _tag }) => void (passed += _tag === 'Allowed' ? cost : 0)))
          }
        }
        await turn()
        const pauseMs = Math.floor(chance.fraction() * 60)
        await time.advance(pauseMs)
        elapsedMs += pauseMs
        expect(passed, `seed ${seed}, step ${step}`).to.be.at.most(capacity + (elapsedMs * perSecond) / 1_000)
      }
      await Promise.all(calls)
      expect(passed).to.be.at.most(capacity + (elapsedMs * perSecond) / 1_000)
    }
  })
})

/** The key under which a credential's bucket of sends is stored, as its limiter requests it. */
const keyOf = async (subject: string): Promise<string> => {
  const { ports } = aWorld()
  const seen: string[] = []
  const take: LimitStorage['take'] = (keys, decide, locked) => {
    seen.push(...keys)
    return ports.storage.limits.take(keys, decide, locked)
  }
  const storage = { ...ports.storage, limits: { ...ports.storage.limits, take } }
  await rateLimiter({ ...ports, storage }, DEFAULT_RATE_LIMITS).take([{ policy: 'sends', subject }], 1)
  return seen[0] ?? ''
}
