import { expect } from 'chai'
import type { Challenge } from '@postrider/core/otp/domain/challenge'
import { sliceOf } from '@postrider/core/otp/domain/breaker'
import { concludeGuesses, countGuesses, type Guess } from '@postrider/core/otp/domain/guess'
import { aChallenge } from '@postrider/conformance/builders/a-challenge'
import { fresh, NOW_MS } from '@postrider/conformance/builders/fresh'

const MINUTE_MS = 60_000

const knownOf = (...challenges: readonly Challenge[]) =>
  new Map(challenges.map((challenge) => [challenge.messageId, challenge]))

const aGuess = ({ messageId, organizationId, appId }: Challenge, overrides: Partial<Guess> = {}): Guess => ({
  messageId,
  scope: { organizationId, appId },
  under: fresh.hex(32),
  ...overrides,
})

const guesses = (count: number, challenge: Challenge): readonly Guess[] =>
  Array.from({ length: count }, () => aGuess(challenge))

/** The verdicts on the offers, and the challenge afterwards. */
const count = (challenge: Challenge, of: readonly Guess[], nowMs = NOW_MS) => {
  const { verdicts, challenges } = countGuesses(of, knownOf(challenge), nowMs)
  return { verdicts: verdicts.map(({ _tag }) => _tag), after: challenges[0] }
}

/** The right offers that succeed, and the challenge afterwards. */
const conclude = (challenge: Challenge, of: readonly Guess[], nowMs = NOW_MS) => {
  const { verdicts, challenges, verified } = concludeGuesses(of, knownOf(challenge), nowMs)
  return { successes: verdicts.map(({ _tag }) => _tag === 'Verified'), after: challenges[0], verified }
}

const verifiedUnder = (under: string, verifiedAtMs = NOW_MS): Challenge =>
  aChallenge({ state: 'VERIFIED', attempts: 1, verifiedAtMs, verifiedUnder: under })

/** Challenges that can't be verified by any code. */
const OVER: ReadonlyArray<readonly [string, Challenge]> = [
  ['expired', aChallenge({ expiresAtMs: NOW_MS })],
  ['superseded', aChallenge({ state: 'SUPERSEDED' })],
  ['used', verifiedUnder(fresh.hex(32))],
]

describe('Counting guesses before their codes are compared', () => {
  it('counts an attempt and returns the hash to compare with', () => {
    const challenge = aChallenge()
    const { verdicts, challenges } = countGuesses([aGuess(challenge)], knownOf(challenge), NOW_MS)
    expect(verdicts).to.deep.equal([{ _tag: 'Counted', mac: challenge.mac }])
    expect(challenges).to.deep.equal([{ ...challenge, attempts: 1 }])
  })

  it('accepts five of a hundred concurrent ones for comparison, and locks the challenge', () => {
    const challenge = aChallenge()
    const { verdicts, after } = count(challenge, guesses(100, challenge))
    expect(verdicts.filter((worth) => worth === 'Counted')).to.have.length(5)
    expect(verdicts.slice(5)).to.deep.equal(Array(95).fill('Worthless'))
    expect(after).to.include({ attempts: 5, state: 'LOCKED' })
  })

  it('continues from the earlier count', () => {
    const challenge = aChallenge({ attempts: 4 })
    const { verdicts, after } = count(challenge, guesses(2, challenge))
    expect(verdicts).to.deep.equal(['Counted', 'Worthless'])
    expect(after).to.include({ attempts: 5, state: 'LOCKED' })
  })

  for (const [what, challenge] of [
    ...OVER,
    ['locked', aChallenge({ state: 'LOCKED', attempts: 5 })] as const,
    ['pending with five attempts', aChallenge({ attempts: 5 })] as const,
  ]) {
    it(`counts no attempt on a challenge that is ${what}`, () => {
      expect(count(challenge, guesses(1, challenge))).to.deep.equal({
        verdicts: ['Worthless'],
        after: undefined,
      })
    })
  }

  it('counts until the last millisecond of the challenge', () => {
    const challenge = aChallenge()
    const { verdicts } = count(challenge, guesses(1, challenge), challenge.expiresAtMs - 1)
    expect(verdicts).to.deep.equal(['Counted'])
  })

  it('counts no attempt for an unknown one, or one of another Organization or app', () => {
    const challenge = aChallenge()
    const { organizationId, appId } = challenge
    const foreign = [
      aGuess(aChallenge()),
      aGuess(challenge, { scope: { organizationId: fresh.id('org'), appId } }),
      aGuess(challenge, { scope: { organizationId, appId: fresh.id('app') } }),
    ]
    const none = { verdicts: ['Worthless', 'Worthless', 'Worthless'], after: undefined }
    expect(count(challenge, foreign)).to.deep.equal(none)
  })

  it('counts the same verification that arrives twice at once as one attempt', () => {
    const challenge = aChallenge()
    const guess = aGuess(challenge)
    const { verdicts, after } = count(challenge, [guess, guess])
    expect([verdicts, after?.attempts]).to.deep.equal([['Counted', 'Counted'], 1])
    const others = [guess, { ...guess, under: fresh.hex(32) }]
    expect(count(challenge, others).after?.attempts).to.equal(2)
  })

  it('recognizes the same verification for ten minutes after its success, without another attempt', () => {
    const under = fresh.hex(32)
    const challenge = verifiedUnder(under)
    const worth = (ageMs: number, offered = under) =>
      count(challenge, [aGuess(challenge, { under: offered })], NOW_MS + ageMs)
    expect(worth(10 * MINUTE_MS)).to.deep.equal({ verdicts: ['Repeated'], after: undefined })
    expect(worth(10 * MINUTE_MS + 1).verdicts).to.deep.equal(['Worthless'])
    expect(worth(0, fresh.hex(32)).verdicts).to.deep.equal(['Worthless'])
  })

  it('judges challenges separately', () => {
    const [one, other] = [aChallenge({ attempts: 4 }), aChallenge()]
    const mixed = [aGuess(one), aGuess(other), aGuess(one), aGuess(other)]
    const { verdicts, challenges } = countGuesses(mixed, knownOf(one, other), NOW_MS)
    expect(verdicts.map(({ _tag }) => _tag)).to.deep.equal(['Counted', 'Counted', 'Worthless', 'Counted'])
    expect(challenges.map(({ attempts }) => attempts)).to.deep.equal([5, 2])
  })
})

describe('Concluding guesses whose codes were right', () => {
  it('verifies the challenge and reports the slice of its send to the breaker', () => {
    const createdAtMs = NOW_MS - 7 * MINUTE_MS
    const challenge = aChallenge({ attempts: 1, createdAtMs })
    const guess = aGuess(challenge)
    const { successes, after, verified } = conclude(challenge, [guess])
    expect(successes).to.deep.equal([true])
    expect(after).to.deep.equal({
      ...challenge,
      state: 'VERIFIED',
      verifiedAtMs: NOW_MS,
      verifiedUnder: guess.under,
    })
    const { appId, prefix } = challenge
    expect(verified).to.deep.equal([{ appId, prefix, sliceMs: sliceOf(createdAtMs), sends: 0, verified: 1 }])
  })

  it('adds up verifications of one app, prefix and minute', () => {
    const one = aChallenge()
    const { appId, organizationId, prefix } = one
    const another = aChallenge({ appId, organizationId, prefix: `${prefix}9` })
    const of = [one, another, aChallenge({ appId, organizationId }), aChallenge({ appId, organizationId })]
    const right = of.map((challenge) => aGuess(challenge))
    const { verified } = concludeGuesses(right, knownOf(...of), NOW_MS)
    expect(verified.map((slice) => [slice.prefix, slice.sends, slice.verified])).to.deep.equal([
      [prefix, 0, 3],
      [`${prefix}9`, 0, 1],
    ])
  })

  it('lets exactly one of many right ones succeed', () => {
    const challenge = aChallenge({ attempts: 5, state: 'LOCKED' })
    const { successes, verified } = conclude(challenge, guesses(5, challenge))
    expect(successes).to.deep.equal([true, false, false, false, false])
    expect(verified).to.have.length(1)
  })

  it('lets the fifth attempt succeed although it locked the challenge', () => {
    const challenge = aChallenge({ attempts: 4 })
    const guess = aGuess(challenge)
    const { after } = count(challenge, [guess])
    expect(after?.state).to.equal('LOCKED')
    expect(conclude(after ?? challenge, [guess]).successes).to.deep.equal([true])
  })

  it('returns the same result for the same verification, and counts it once', () => {
    const challenge = aChallenge({ attempts: 1 })
    const guess = aGuess(challenge)
    const { successes, verified } = conclude(challenge, [guess, guess, aGuess(challenge)])
    expect(successes).to.deep.equal([true, true, false])
    expect(verified).to.have.length(1)
  })

  it('repeats a success for its key for ten minutes, and changes nothing', () => {
    const challenge = verifiedUnder('same')
    const guess = aGuess(challenge, { under: 'same' })
    const none = { after: undefined, verified: [] }
    expect(conclude(challenge, [guess], NOW_MS + 10 * MINUTE_MS)).to.deep.equal({
      successes: [true],
      ...none,
    })
    expect(conclude(challenge, [guess], NOW_MS + 10 * MINUTE_MS + 1)).to.deep.equal({
      successes: [false],
      ...none,
    })
  })

  for (const [what, challenge] of OVER) {
    it(`lets nothing succeed after the challenge is ${what}`, () => {
      const { successes, after } = conclude({ ...challenge, attempts: 1 }, guesses(1, challenge))
      expect([successes, after]).to.deep.equal([[false], undefined])
    })
  }

  it('lets no unknown one succeed, and none of another Organization or app', () => {
    const challenge = aChallenge({ attempts: 1 })
    const { organizationId, appId } = challenge
    const foreign = [
      aGuess(aChallenge()),
      aGuess(challenge, { scope: { organizationId: fresh.id('org'), appId } }),
      aGuess(challenge, { scope: { organizationId, appId: fresh.id('app') } }),
    ]
    expect(conclude(challenge, foreign).successes).to.deep.equal([false, false, false])
  })
})
