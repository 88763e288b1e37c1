import { expect } from 'chai'
import type { Challenge } from '@postrider/core/otp/domain/challenge'
import type { Guess } from '@postrider/core/otp/domain/guess'
import { E } from '@postrider/core/fp'
import {
  guessBatch,
  type GuessOutcome,
  type GuessStep,
} from '@postrider/core/messaging/use-cases/otp/guess-batch'
import type { BatchOutcome } from '@postrider/core/kernel/batching/isolated-batches'
import { aChallenge } from '@postrider/conformance/builders/a-challenge'
import { noteCatalogChange } from '../../../fakes/storage/tables.js'
import { fresh } from '@postrider/conformance/builders/fresh'
import { aWorld } from '../../../fakes/world.js'

/** Challenges of a tenant, and concurrent guesses at them. */
const aLine = () => {
  const world = aWorld()
  const { organizationId, appId } = world.tenant.app
  const { challenges } = world.memory.tables
  const aPending = (overrides: Partial<Challenge> = {}): Challenge => {
    const challenge = aChallenge({ organizationId, appId, ...overrides })
    challenges.set(challenge.messageId, challenge)
    return challenge
  }
  const aGuess = ({ messageId }: Challenge): Guess => ({
    messageId,
    scope: { organizationId, appId },
    under: fresh.hex(64),
  })
  const count = (guess: Guess, caller = world.caller): GuessStep => ({ _tag: 'Count', caller, guess })
  const conclude = (guess: Guess): GuessStep => ({ _tag: 'Conclude', guess })
  const batch = guessBatch(world.ports)
  const run = (steps: readonly GuessStep[]) => batch(steps, { organizationId: undefined })
  return { world, challenges, aPending, aGuess, count, conclude, run }
}

const tagOf = (outcome: BatchOutcome<GuessOutcome>): string => {
  if (outcome._tag === 'Held') return 'Held'
  const { answer } = outcome
  if (answer._tag === 'Stale') return 'Stale'
  return E.isLeft(answer) ? answer.left._tag : answer.right._tag
}

/** A row that can't be judged. */
const throwing = (target: Challenge, key: string | symbol): unknown => {
  if (key === 'attempts') throw new Error('a row is damaged')
  return Reflect.get(target, key)
}

describe('Concurrent guesses', () => {
  it('are counted and concluded in one transaction, each with its own result', async () => {
    const { world, challenges, aPending, aGuess, count, conclude, run } = aLine()
    const [one, other, used] = [aPending(), aPending({ attempts: 1 }), aPending({ state: 'SUPERSEDED' })]
    const answers = await run([
      count(aGuess(one)),
      conclude(aGuess(other)),
      count(aGuess(used)),
      conclude(aGuess(used)),
    ])
    expect(answers.map(tagOf)).to.deep.equal(['Counted', 'Verified', 'Worthless', 'Worthless'])
    expect(world.memory.faults.calls('otp')).to.equal(1)
    expect(challenges.get(one.messageId)).to.include({ attempts: 1, state: 'PENDING' })
    expect(challenges.get(other.messageId)).to.include({ attempts: 1, state: 'VERIFIED' })
  })

  it('fail if another guess at the same challenge is concluded', async () => {
    const { challenges, aPending, aGuess, count, conclude, run } = aLine()
    const challenge = aPending({ attempts: 1 })
    const answers = await run([count(aGuess(challenge)), conclude(aGuess(challenge))])
    expect(answers.map(tagOf)).to.deep.equal(['Worthless', 'Verified'])
    expect(challenges.get(challenge.messageId)).to.include({ attempts: 1, state: 'VERIFIED' })
  })

  for (const fault of ['answer lost', 'commit lost'] as const)
    it(`are concluded again, and not counted again, if the commit's outcome is "${fault}"`, async () => {
      const { world, challenges, aPending, aGuess, count, conclude, run } = aLine()
      const [one, other] = [aPending(), aPending({ attempts: 1 })]
      world.memory.faults.plan('otp', fault)
      const answers = await run([count(aGuess(one)), conclude(aGuess(other))])
      expect(answers.map(tagOf)).to.deep.equal(['CommitUnknown', 'Verified'])
      expect(challenges.get(one.messageId)?.attempts).to.equal(fault === 'answer lost' ? 1 : 0)
      expect(challenges.get(other.messageId)?.state).to.equal('VERIFIED')
    })

  it('are all refused while storage is unavailable', async () => {
    const { world, aPending, aGuess, count, conclude, run } = aLine()
    world.memory.faults.plan('otp', 'away')
    const answers = await run([conclude(aGuess(aPending())), count(aGuess(aPending()))])
    expect(answers.map(tagOf)).to.deep.equal(['StorageUnavailable', 'StorageUnavailable'])
  })

  it('are stale if something of their caller changed, while the others are counted and concluded', async () => {
    const { world, challenges, aPending, aGuess, count, conclude, run } = aLine()
    const [one, other, third] = [aPending(), aPending({ attempts: 1 }), aPending()]
    const { organizationId } = world.tenant.app
    noteCatalogChange(world.memory.tables, [organizationId])
    const renewed = { ...world.caller, epoch: world.memory.tables.epoch }
    const answers = await run([count(aGuess(one)), conclude(aGuess(other)), count(aGuess(third), renewed)])
    expect(answers.map(tagOf)).to.deep.equal(['Stale', 'Verified', 'Counted'])
    expect(answers[0]).to.deep.equal({ _tag: 'Done', answer: { _tag: 'Stale', epoch: renewed.epoch } })
    expect(challenges.get(one.messageId)?.attempts).to.equal(0)
    expect(challenges.get(other.messageId)?.attempts).to.equal(1)
    expect(challenges.get(third.messageId)?.attempts).to.equal(1)
  })

  it('are counted despite changes in other Organizations', async () => {
    const { world, aPending, aGuess, count, run } = aLine()
    noteCatalogChange(world.memory.tables, [fresh.id('org')])
    expect((await run([count(aGuess(aPending()))])).map(tagOf)).to.deep.equal(['Counted'])
  })

  it('fail separately if one makes their transaction fail, and its Organization is named', async () => {
    const { world, challenges, aPending, aGuess, count, run } = aLine()
    const all = Array.from({ length: 4 }, () => aPending())
    const broken = all[2] ?? aPending()
    challenges.set(broken.messageId, new Proxy(broken, { get: throwing }))
    const answers = await run(all.map((challenge) => count(aGuess(challenge))))
    expect(answers.map(tagOf)).to.deep.equal(['Counted', 'Counted', 'BatchFailed', 'Counted'])
    expect(answers.map((one) => one._tag === 'Done' && one.spoils)).to.deep.equal([
      undefined,
      undefined,
      world.tenant.app.organizationId,
      undefined,
    ])
  })
})
