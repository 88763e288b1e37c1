import { expect } from 'chai'
import type { RateLimits, RatePolicy } from '@postrider/core/limits/domain/rate-policy'
import { DEFAULT_RATE_LIMITS, RATE_POLICIES } from '@postrider/core/limits/domain/rate-policy'
import type { Allowance } from '@postrider/core/limits/use-cases/allowance'
import { rateLimiter } from '@postrider/core/limits/use-cases/rate-limiter'
import { seeded } from '@postrider/conformance/builders/seeded'
import { aWorld } from '../../fakes/world.js'

const SUBJECT = 'crd_1'

/** A process's limiter, and others over the same storage. */
const aLimiter = (limits: RateLimits = DEFAULT_RATE_LIMITS) => {
  const world = aWorld()
  const open = () => rateLimiter(world.ports, limits)
  const limiter = open()
  const take = (cost = 1, policy: RatePolicy = 'sends', subject = SUBJECT): Promise<Allowance> =>
    limiter.take([{ policy, subject }], cost)
  const visits = (): number => world.memory.faults.calls('takeTokens')
  return { ...world, ...world.memory, open, limiter, take, visits }
}

/** Buckets that record the writes of each visit, and visits with this duration. */
const watchedBuckets = (slowMs = 0) => {
  const { ports, time } = aWorld()
  const { limits } = ports.storage
  const written: number[] = []
  let lateMs = 0
  const take: typeof limits.take = (keys, decide, locked) => async () => {
    let size = 0
    const taken = await limits.take(
      keys,
      (buckets, skipped) => {
        const plan = decide(buckets, skipped)
        size = plan.buckets.size
        return plan
      },
      locked,
    )()
    written.push(size)
    lateMs += slowMs
    return taken
  }
  const storage = { ...ports.storage, limits: { ...limits, take } }
  const clock = { nowMs: () => time.clock.nowMs() + lateMs }
  return { ports: { ...ports, storage, clock }, written, time, lateMs: () => lateMs }
}

const spell = (allowance: Allowance): string => {
  if (allowance._tag === 'Outage') return `Outage ${allowance.outage._tag}`
  const { remaining } = allowance.status
  return allowance._tag === 'Allowed'
    ? `${remaining} left`
    : `${remaining} left, ${allowance.retryAfterMs} ms`
}

const isAllowed = ({ _tag }: Allowance): boolean => _tag === 'Allowed'

/** Limits with this many sends per second. */
const ofSends = (perSecond: number): RateLimits => ({ ...DEFAULT_RATE_LIMITS, sends: { perSecond } })

describe('The rate limiter', () => {
  it('grants what the bucket holds, then returns when to retry, and grants then', async () => {
    const { take, time } = aLimiter()
    expect(spell(await take(400))).to.equal('0 left')
    expect(spell(await take())).to.equal('0 left, 10 ms')
    expect(spell(await take(3))).to.equal('0 left, 30 ms')
    await time.advance(25)
    expect(spell(await take(3))).to.equal('2 left, 5 ms')
    await time.advance(5)
    expect(spell(await take(3))).to.equal('0 left')
  })

  it("returns the state of the caller's bucket", async () => {
    const { take, time } = aLimiter()
    const policy = { policy: 'sends', quota: 400, windowSeconds: 4 } as const
    const half = await take(201)
    expect(half).to.deep.equal({
      _tag: 'Allowed',
      status: { ...policy, remaining: 199, resetSeconds: 3 },
    })
    await time.advance(2_010)
    expect(await take(0)).to.deep.include({ status: { ...policy, remaining: 400, resetSeconds: 0 } })
    expect(await take(1, 'otp')).to.deep.include({
      status: { policy: 'otp', quota: 80, windowSeconds: 4, remaining: 79, resetSeconds: 1 },
    })
  })

  it('reports refusals', async () => {
    const { take, emitted } = aLimiter()
    await take(80, 'otp')
    expect(emitted).to.deep.equal([])
    await take(1, 'otp')
    expect(emitted).to.deep.equal([{ _tag: 'RateLimited', policy: 'otp' }])
  })

  it('gives every policy and subject its own bucket', async () => {
    const { take } = aLimiter()
    await take(400)
    expect(isAllowed(await take())).to.equal(false)
    expect(isAllowed(await take(1, 'sends', 'crd_2'))).to.equal(true)
    for (const policy of RATE_POLICIES.filter((one) => one !== 'sends'))
      expect(isAllowed(await take(1, policy)), policy).to.equal(true)
  })

  it("takes nothing for a caller whose need isn't met", async () => {
    const { take, open } = aLimiter()
    await take(390)
    expect(spell(await take(11))).to.equal('10 left, 10 ms')
    expect(isAllowed(await open().take([{ policy: 'sends', subject: SUBJECT }], 10))).to.equal(true)
  })

  it('meets a need of zero without a read, even of an empty bucket', async () => {
    const { take, visits } = aLimiter()
    await take(400)
    expect(spell(await take(0))).to.equal('0 left')
    expect(spell(await take(0, 'sends', 'crd_2'))).to.equal('400 left')
    expect(visits()).to.equal(1)
  })

  it('writes nothing when it refuses', async () => {
    const { ports, written, time } = watchedBuckets()
    const { take } = rateLimiter(ports, DEFAULT_RATE_LIMITS)
    await take([{ policy: 'sends', subject: SUBJECT }], 400)
    await time.advance(1_000)
    await take([{ policy: 'sends', subject: SUBJECT }], 101)
    expect(written).to.deep.equal([1, 0])
  })

  it('never returns an immediate retry, even if the bucket filled during the read', async () => {
    const { ports, lateMs } = watchedBuckets(5_000)
    const { take } = rateLimiter(ports, DEFAULT_RATE_LIMITS)
    const answers = await Promise.all(
      [400, 1].map((cost) => take([{ policy: 'sends', subject: SUBJECT }], cost)),
    )
    expect(lateMs()).to.equal(5_000)
    expect(answers.map(spell)).to.deep.equal(['400 left', '400 left, 1 ms'])
  })

  it('treats a need beyond the capacity as the whole bucket', async () => {
    const { take, time } = aLimiter()
    await take(1)
    expect(spell(await take(1_000))).to.equal('399 left, 10 ms')
    await time.advance(1_000)
    expect(spell(await take(1_000))).to.equal('0 left')
  })
})

describe('The rate limiter with two buckets for a request', () => {
  const credential = (subject: string) => ({ policy: 'reads', subject }) as const
  const organization = { policy: 'organization', subject: 'org_1' } as const

  it('takes from both in one visit, and shows the one with less left', async () => {
    const { limiter, visits } = aLimiter()
    expect(spell(await limiter.take([credential('crd_1'), organization], 10))).to.equal('190 left')
    expect(visits()).to.equal(1)
    for (const subject of ['crd_2', 'crd_3', 'crd_4', 'crd_5'])
      expect(isAllowed(await limiter.take([credential(subject), organization], 180))).to.equal(true)
    const last = await limiter.take([credential('crd_6'), organization], 10)
    expect(last._tag === 'Allowed' && last.status.policy).to.equal('organization')
    expect(spell(last)).to.equal('60 left')
  })

  it('takes from neither if one has too little, also during concurrent calls', async () => {
    const { limiter, open, time } = aLimiter()
    for (const subject of ['crd_1', 'crd_2', 'crd_3', 'crd_4'])
      await limiter.take([credential(subject), organization], 190)
    const refused = await Promise.all(
      Array.from({ length: 5 }, () => limiter.take([credential('crd_5'), organization], 41)),
    )
    expect(refused.map(({ _tag }) => _tag)).to.deep.equal(Array(5).fill('Limited'))
    expect(refused.every((one) => one._tag === 'Limited' && one.status.policy === 'organization')).to.equal(
      true,
    )
    expect(spell(await limiter.take([credential('crd_5')], 200))).to.equal('0 left')
    await time.advance(1_000)
    expect(isAllowed(await limiter.take([organization], 240))).to.equal(true)
    const other = open()
    const late = await other.take([credential('crd_6'), organization], 41)
    expect(late._tag === 'Limited' && late.status.policy).to.equal('organization')
    expect(isAllowed(await other.take([credential('crd_6')], 200))).to.equal(true)
  })

  it('never grants more than either bucket, over several processes', async () => {
    for (let seed = 1; seed <= 20; seed += 1) {
      const chance = seeded(seed)
      const limits = { ...DEFAULT_RATE_LIMITS, reads: { perSecond: 20 }, organization: { perSecond: 30 } }
      const { open, time } = aLimiter(limits)
      const processes = [open(), open()]
      const passed = new Map<string, number>()
      let elapsedMs = 0
      for (let step = 0; step < 60; step += 1) {
        const calls = Array.from({ length: 1 + Math.floor(chance.fraction() * 12) }, async () => {
          const cost = 1 + Math.floor(chance.fraction() ** 2 * 10)
          const subject = `crd_${Math.floor(chance.fraction() * 3)}`
          const process = processes[Math.floor(chance.fraction() * 2)] ?? open()
          const allowance = await process.take([credential(subject), organization], cost)
          if (!isAllowed(allowance)) return
          for (const counted of [subject, 'all']) passed.set(counted, (passed.get(counted) ?? 0) + cost)
        })
        await Promise.all(calls)
        for (const [counted, sum] of passed) {
          const [capacity, perSecond] = counted === 'all' ? [120, 30] : [80, 20]
          expect(sum, `seed ${seed}`).to.be.at.most(capacity + (elapsedMs * perSecond) / 1_000)
        }
        const pauseMs = Math.floor(chance.fraction() ** 3 * 1_500)
        await time.advance(pauseMs)
        elapsedMs += pauseMs
      }
    }
  })
})

describe("The rate limiter's leases", () => {
  it('grow with their use: many calls, few visits to storage', async () => {
    const { take, visits } = aLimiter(ofSends(1_000_000))
    for (let count = 0; count < 100_000; count += 1) expect(isAllowed(await take())).to.equal(true)
    expect(visits()).to.be.below(20)
  })

  it('serve a steady caller with a visit or two per second', async () => {
    const { take, visits, time } = aLimiter()
    for (let count = 0; count < 300; count += 1) {
      expect(isAllowed(await take())).to.equal(true)
      await time.advance(20)
    }
    const before = visits()
    for (let count = 0; count < 300; count += 1) {
      expect(isAllowed(await take())).to.equal(true)
      await time.advance(20)
    }
    expect(visits() - before).to.be.within(6, 12)
  })

  it('take only what is needed for a caller with rare calls', async () => {
    const { take, open, time } = aLimiter()
    for (let count = 0; count < 3; count += 1) {
      await take()
      await time.advance(5_000)
    }
    await take()
    expect(spell(await open().take([{ policy: 'sends', subject: SUBJECT }], 1))).to.equal('398 left')
  })

  it('refuse from memory until the bucket can hold enough, then visit again', async () => {
    const { take, visits, time } = aLimiter()
    await take(400)
    const before = visits()
    for (let count = 0; count < 100; count += 1) expect(isAllowed(await take())).to.equal(false)
    expect(visits()).to.equal(before)
    await time.advance(10)
    expect(isAllowed(await take())).to.equal(true)
    expect(visits()).to.equal(before + 1)
  })

  it('treat a bucket as empty for a second at most, since other processes may have returned tokens', async () => {
    const { take, open, visits, time } = aLimiter(ofSends(1))
    const other = open()
    for (let count = 0; count < 4; count += 1) await other.take([{ policy: 'sends', subject: SUBJECT }], 1)
    expect(spell(await take(43))).to.equal('0 left')
    await time.advance(999)
    const before = visits()
    expect(isAllowed(await take(2))).to.equal(false)
    expect(visits()).to.equal(before)
    await time.advance(1)
    await other.take([{ policy: 'sends', subject: SUBJECT }], 1)
    expect(isAllowed(await take(2))).to.equal(true)
  })

  it('are used for a second, and what is left is then returned', async () => {
    const { take, open, visits, time } = aLimiter(ofSends(1))
    for (let count = 0; count < 4; count += 1) await take()
    const others = open()
    expect(spell(await others.take([{ policy: 'sends', subject: SUBJECT }], 43))).to.equal('0 left')
    const before = visits()
    await time.advance(999)
    expect(isAllowed(await take())).to.equal(true)
    expect(visits()).to.equal(before)
    await time.advance(1)
    expect(spell(await take())).to.equal('2 left')
    expect(visits()).to.equal(before + 1)
    expect(isAllowed(await others.take([{ policy: 'sends', subject: SUBJECT }], 1))).to.equal(true)
  })

  it('are forgotten for the subjects with the oldest visits, and their buckets still limit', async () => {
    const { take, limiter, visits } = aLimiter()
    await take(400)
    const others = Array.from({ length: 10_000 }, (_, at) =>
      limiter.take([{ policy: 'sends', subject: `crd_x${at}` }], 1),
    )
    expect((await Promise.all(others)).every(isAllowed)).to.equal(true)
    const before = visits()
    expect(isAllowed(await take())).to.equal(false)
    expect(visits()).to.equal(before + 1)
  })
})

describe('The rate limiter with concurrent calls', () => {
  it('makes one visit for the calls of one turn, in their order', async () => {
    const { take, visits } = aLimiter()
    const answers = await Promise.all([take(300), take(200), take(100), take(1)])
    expect(answers.map(isAllowed)).to.deep.equal([true, false, true, false])
    expect(visits()).to.equal(1)
  })

  it('makes one visit for any number of calls for a subject', async () => {
    const { take, visits } = aLimiter()
    expect((await Promise.all(Array.from({ length: 300 }, () => take()))).every(isAllowed)).to.equal(true)
    expect(visits()).to.equal(1)
  })

  it('visits the buckets of many subjects in one transaction', async () => {
    const { take, visits } = aLimiter()
    await Promise.all(Array.from({ length: 50 }, (_, at) => take(1, 'reads', `crd_${at}`)))
    expect(visits()).to.equal(1)
  })

  it('lets calls during a visit wait for it and share its tokens', async () => {
    const { take, visits } = aLimiter()
    await take(30)
    const first = take()
    await new Promise((resolve) => setImmediate(resolve))
    const during = [take(), take(), take()]
    expect((await Promise.all([first, ...during])).every(isAllowed)).to.equal(true)
    expect(visits()).to.equal(2)
  })

  it('never grants more than the bucket, for any callers, times and amounts', async () => {
    for (let seed = 1; seed <= 25; seed += 1) {
      const chance = seeded(seed)
      const perSecond = 1 + Math.floor(chance.fraction() * 200)
      const { open, time } = aLimiter(ofSends(perSecond))
      const processes = [open(), open(), open()]
      const capacity = Math.max(50, 4 * perSecond)
      let passed = 0
      let elapsedMs = 0
      for (let step = 0; step < 60; step += 1) {
        const calls = Array.from({ length: 1 + Math.floor(chance.fraction() * 12) }, () => {
          const cost = chance.fraction() < 0.9 ? 1 : 1 + Math.floor(chance.fraction() * 50)
          const process = processes[Math.floor(chance.fraction() * processes.length)]
          const taking =
            process?.take([{ policy: 'sends', subject: SUBJECT }], cost) ??
            Promise.reject(new Error('no process'))
          return taking.then((one) => (isAllowed(one) ? cost : 0))
        })
        for (const cost of await Promise.all(calls)) passed += cost
        expect(passed, `seed ${seed}, step ${step}`).to.be.at.most(capacity + (elapsedMs * perSecond) / 1_000)
        const pauseMs = Math.floor(chance.fraction() ** 3 * 1_500)
        await time.advance(pauseMs)
        elapsedMs += pauseMs
      }
    }
  })
})

describe('The rate limiter without storage', () => {
  it('allows sends, reads and operations, but not OTPs and verifications', async () => {
    const { take, faults, emitted } = aLimiter()
    for (const policy of RATE_POLICIES) {
      faults.plan('takeTokens', 'away')
      const isOpen = ['sends', 'reads', 'organization', 'control', 'agent'].includes(policy)
      const answer = await take(1, policy)
      expect(answer._tag === 'Outage' ? spell(answer) : answer._tag, policy).to.equal(
        isOpen ? 'Allowed' : 'Outage StorageUnavailable',
      )
    }
    expect(emitted).to.deep.equal(
      RATE_POLICIES.map(() => ({ _tag: 'PartFailed', where: 'limits', cause: 'the fake is away' })),
    )
  })

  it('returns one failure to all waiting calls, and tries again for the next', async () => {
    const { take, faults, visits } = aLimiter()
    faults.plan('takeTokens', 'away')
    const first = take(1, 'otp')
    await new Promise((resolve) => setImmediate(resolve))
    const answers = await Promise.all([first, take(1, 'otp')])
    expect(answers.map(spell)).to.deep.equal(['Outage StorageUnavailable', 'Outage StorageUnavailable'])
    expect(visits()).to.equal(1)
    expect(isAllowed(await take(1, 'otp'))).to.equal(true)
  })

  it('spends nothing twice if the outcome of a visit is unknown', async () => {
    const { open, take, faults, time } = aLimiter(ofSends(1))
    for (let count = 0; count < 4; count += 1) await take()
    await time.advance(1_000)
    faults.plan('takeTokens', 'away')
    await take()
    expect(isAllowed(await open().take([{ policy: 'sends', subject: SUBJECT }], 44))).to.equal(true)
    expect(isAllowed(await take())).to.equal(false)
  })

  it('passes a bug on to the waiting calls, and works again afterwards', async () => {
    const { take, faults } = aLimiter()
    faults.plan('takeTokens', 'throws')
    const failed = await Promise.allSettled([take(), take()])
    expect(failed.map(({ status }) => status)).to.deep.equal(['rejected', 'rejected'])
    expect(isAllowed(await take())).to.equal(true)
  })
})
