import { expect } from 'chai'
import type { Challenge } from '@postrider/core/domain/otp/challenge'
import type { Guess } from '@postrider/core/domain/otp/guess'
import { E } from '@postrider/core/fp'
import { authentication } from '@postrider/core/use-cases/credentials/authentication'
import { type GuessAnswer, guessBatch, type GuessStep } from '@postrider/core/use-cases/otp/guess-batch'
import { aChallenge } from '@postrider/conformance/builders/a-challenge'
import { fresh } from '@postrider/conformance/builders/fresh'
import { aWorld } from '../../fakes/world.js'

/** Challenges of a tenant, and guesses at them on their way. */
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
  const run = guessBatch(world.ports, authentication(world.ports))
  return { world, challenges, aPending, aGuess, count, conclude, run }
}

const tagOf = (answer: GuessAnswer): string => (E.isLeft(answer) ? answer.left._tag : answer.right._tag)

describe('Guesses on their way', () => {
  it('are counted and concluded in one transaction, each answered in its place', async () => {
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

  it('are worth nothing beside one at the same challenge that is concluded', async () => {
    const { challenges, aPending, aGuess, count, conclude, run } = aLine()
    const challenge = aPending({ attempts: 1 })
    const answers = await run([count(aGuess(challenge)), conclude(aGuess(challenge))])
    expect(answers.map(tagOf)).to.deep.equal(['Worthless', 'Verified'])
    expect(challenges.get(challenge.messageId)).to.include({ attempts: 1, state: 'VERIFIED' })
  })

  for (const fault of ['answer lost', 'commit lost'] as const)
    it(`are concluded again, and not counted again, where of the commit the ${fault}`, async () => {
      const { world, challenges, aPending, aGuess, count, conclude, run } = aLine()
      const [one, other] = [aPending(), aPending({ attempts: 1 })]
      world.memory.faults.plan('otp', fault)
      const answers = await run([count(aGuess(one)), conclude(aGuess(other))])
      expect(answers.map(tagOf)).to.deep.equal(['CommitUnknown', 'Verified'])
      expect(challenges.get(one.messageId)?.attempts).to.equal(fault === 'answer lost' ? 1 : 0)
      expect(challenges.get(other.messageId)?.state).to.equal('VERIFIED')
    })

  it('are all refused where the storage is away', async () => {
    const { world, aPending, aGuess, count, conclude, run } = aLine()
    world.memory.faults.plan('otp', 'away')
    const answers = await run([conclude(aGuess(aPending())), count(aGuess(aPending()))])
    expect(answers.map(tagOf)).to.deep.equal(['StorageUnavailable', 'StorageUnavailable'])
  })

  it('are counted only once a caller of an older catalog was looked at again, and concluded meanwhile', async () => {
    const { world, challenges, aPending, aGuess, count, conclude, run } = aLine()
    const [one, other] = [aPending(), aPending({ attempts: 1 })]
    world.memory.tables.epoch += 1
    const answers = await run([count(aGuess(one)), conclude(aGuess(other))])
    expect(answers.map(tagOf)).to.deep.equal(['Counted', 'Verified'])
    expect(world.memory.faults.calls('otp')).to.equal(2)
    expect(challenges.get(one.messageId)?.attempts).to.equal(1)
    expect(challenges.get(other.messageId)?.attempts).to.equal(1)
  })
})
