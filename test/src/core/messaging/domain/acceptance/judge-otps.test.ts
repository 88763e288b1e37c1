import { expect } from 'chai'
import type { Candidate, CandidateOtp } from '@postrider/core/messaging/domain/acceptance/candidate'
import type { JudgeFacts } from '@postrider/core/messaging/domain/acceptance/judge-facts'
import type { Verdicts } from '@postrider/core/messaging/domain/acceptance/judge'
import { type PrefixCount, prefixKey, sliceOf } from '@postrider/core/otp/domain/breaker'
import { E } from '@postrider/core/fp'
import { fresh, NOW_MS } from '@postrider/conformance/builders/fresh'
import { aCandidate, anOtp, aQuote, judged, oneByOne, results } from './a-candidate.js'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const prefix = '+9198765'
const destination = fresh.hex(32)
const appId = fresh.id('app')

const sending = (otp: Partial<CandidateOtp> = {}, overrides: Partial<Candidate> = {}): Candidate =>
  aCandidate(1, { appId, otp: anOtp({ destination, ...otp }), ...overrides })

/** To different numbers of one prefix. */
const several = (count: number): readonly Candidate[] =>
  Array.from({ length: count }, () => sending({ destination: fresh.hex(32) }))

const judgeAll = (candidates: readonly Candidate[], known: Partial<JudgeFacts> = {}): Verdicts =>
  judged(oneByOne(candidates), known)

const waits = ({ answers }: Verdicts): ReadonlyArray<number | undefined> =>
  answers.flatMap((answer) =>
    E.isLeft(answer) ? [] : answer.right.map((item) => (E.isLeft(item) ? item.left.retryAfterMs : undefined)),
  )

const counted = (sends: number, verified = 0, sliceMs = sliceOf(NOW_MS)): Pick<JudgeFacts, 'prefixes'> => {
  const counts: readonly PrefixCount[] = [{ appId, prefix, sliceMs, sends, verified }]
  return { prefixes: new Map([[prefixKey({ appId, prefix }), { counts, block: undefined }]]) }
}

describe('Judging OTPs', () => {
  it('starts a challenge with the message that carries the code', () => {
    const candidate = sending({ ttlMs: 30_000 })
    const { challenges, acceptances } = judgeAll([candidate])
    const { messageId, organizationId, otp } = candidate
    expect(challenges).to.deep.equal([
      {
        messageId,
        organizationId,
        appId,
        channel: 'sms',
        destination,
        prefix,
        mac: otp?.mac,
        attempts: 0,
        state: 'PENDING',
        createdAtMs: NOW_MS,
        expiresAtMs: NOW_MS + 30_000,
        verifiedAtMs: undefined,
        verifiedUnder: undefined,
      },
    ])
    expect(acceptances.map(({ message }) => message.messageId)).to.deep.equal([messageId])
  })

  it('counts nothing and starts no challenge for a refused or replayed OTP', () => {
    const candidate = sending()
    const { key, material } = candidate
    const { charge, lane } = aQuote(1)
    const record = { material, messageId: fresh.id('msg'), acceptedAtMs: 5, charge, lane }
    const worlds: ReadonlyArray<Partial<JudgeFacts>> = [
      { accounts: new Map() },
      { accepted: new Map([[key, record]]) },
    ]
    for (const known of worlds) {
      const { challenges, prefixCounts, prefixBlocks } = judgeAll([candidate], known)
      expect([challenges, prefixCounts, prefixBlocks]).to.deep.equal([[], [], []])
    }
  })

  it('checks no limits for messages without one', () => {
    const { challenges, prefixCounts } = judgeAll([aCandidate(1)])
    expect([challenges, prefixCounts]).to.deep.equal([[], []])
  })
})

describe('The velocity of concurrent OTPs', () => {
  it('accepts the first, and returns a retry time for the second', () => {
    const verdicts = judgeAll([sending(), sending()])
    expect(results(verdicts)).to.deep.equal([['accepted'], ['TooManyRequests']])
    expect(waits(verdicts)).to.deep.equal([undefined, 30_000])
    expect(verdicts.challenges).to.have.length(1)
  })

  it("doesn't count one that was refused for lack of money", () => {
    const dear = { ...sending(), quoted: aCandidate(100_000).quoted }
    expect(results(judgeAll([dear, sending()]))).to.deep.equal([['InsufficientBalance'], ['accepted']])
  })

  it('adds those of earlier transactions', () => {
    const otpsSent = new Map([[destination, [{ appId, createdAtMs: NOW_MS - 29_999 }]]])
    expect(waits(judgeAll([sending()], { otpsSent }))).to.deep.equal([1])
  })

  it('counts destinations separately', () => {
    const elsewhere = sending({ destination: fresh.hex(32) })
    expect(results(judgeAll([sending(), elsewhere]))).to.deep.equal([['accepted'], ['accepted']])
  })

  it('allows the twentieth of all apps to one destination, and not the twenty-first', () => {
    const apps = Array.from({ length: 21 }, () => sending({}, { appId: fresh.id('app') }))
    const verdicts = judgeAll(apps)
    expect(results(verdicts).flat().slice(18)).to.deep.equal(['accepted', 'accepted', 'TooManyRequests'])
    expect(waits(verdicts)[20]).to.equal(DAY_MS)
  })
})

describe('Concurrent challenges', () => {
  const isUnlimited = true

  it('are all pending: a code is valid until a newer one was submitted', () => {
    const candidates = [sending({ isUnlimited }), sending({ isUnlimited }), sending({ isUnlimited })]
    const { challenges } = judgeAll(candidates)
    expect(challenges.map(({ messageId }) => messageId)).to.deep.equal(
      candidates.map(({ messageId }) => messageId),
    )
    expect(challenges.map(({ state }) => state)).to.deep.equal(Array(3).fill('PENDING'))
  })
})

describe('The SMS pumping breaker with concurrent OTPs', () => {
  it("counts each app's sends to a prefix in the present time slice", () => {
    const other = sending({ destination: fresh.hex(32), prefix: '+4479460' })
    const foreign = sending({ destination: fresh.hex(32) }, { appId: fresh.id('app') })
    const { prefixCounts } = judgeAll([...several(2), other, foreign])
    const sliceMs = sliceOf(NOW_MS)
    expect(prefixCounts).to.deep.equal([
      { appId, prefix, sliceMs, sends: 2, verified: 0 },
      { appId, prefix: '+4479460', sliceMs, sends: 1, verified: 0 },
      { appId: foreign.appId, prefix, sliceMs, sends: 1, verified: 0 },
    ])
  })

  it('adds to the count of the present slice, and starts a new slice after older ones', () => {
    const [added] = judgeAll(several(1), counted(4, 2)).prefixCounts
    expect(added).to.deep.equal({ appId, prefix, sliceMs: sliceOf(NOW_MS), sends: 5, verified: 2 })
    const [begun] = judgeAll(several(1), counted(4, 2, sliceOf(NOW_MS) - 300_000)).prefixCounts
    expect(begun).to.deep.equal({ appId, prefix, sliceMs: sliceOf(NOW_MS), sends: 1, verified: 0 })
  })

  it('allows the thirtieth, blocks at the next, and reports that once', () => {
    const verdicts = judgeAll(several(4), counted(28))
    expect(results(verdicts).flat()).to.deep.equal([
      'accepted',
      'accepted',
      'DestinationNotAllowed',
      'DestinationNotAllowed',
    ])
    expect(verdicts.prefixBlocks).to.deep.equal([
      {
        appId,
        prefix,
        blockedAtMs: NOW_MS,
        untilMs: NOW_MS + 12 * HOUR_MS,
        sends: 30,
        verified: 0,
        liftedAtMs: undefined,
      },
    ])
    expect(verdicts.prefixCounts.map(({ sends }) => sends)).to.deep.equal([30])
  })

  it('keeps sends of older slices while it adds to the present one', () => {
    const verdicts = judgeAll(several(2), counted(29, 0, sliceOf(NOW_MS) - 300_000))
    expect(results(verdicts).flat()).to.deep.equal(['accepted', 'DestinationNotAllowed'])
  })

  it('blocks neither another app nor another prefix', () => {
    const elsewhere = sending({ destination: fresh.hex(32), prefix: '+4479460' })
    const foreign = sending({ destination: fresh.hex(32) }, { appId: fresh.id('app') })
    const verdicts = judgeAll([...several(1), elsewhere, foreign], counted(30))
    expect(results(verdicts).flat()).to.deep.equal(['DestinationNotAllowed', 'accepted', 'accepted'])
  })

  it('stores its block even if nothing was accepted', () => {
    const { acceptances, prefixBlocks } = judgeAll(several(1), counted(30))
    expect([acceptances.length, prefixBlocks.length]).to.deep.equal([0, 1])
  })
})

describe("OTPs to the sandbox's outcome numbers", () => {
  const isUnlimited = true

  it("have neither velocity nor breaker, and aren't counted", () => {
    const otpsSent = new Map([[destination, [{ appId, createdAtMs: NOW_MS }]]])
    const verdicts = judgeAll([sending({ isUnlimited }), sending({ isUnlimited })], {
      otpsSent,
      ...counted(30),
    })
    expect(results(verdicts).flat()).to.deep.equal(['accepted', 'accepted'])
    expect([verdicts.prefixCounts, verdicts.prefixBlocks]).to.deep.equal([[], []])
    expect(verdicts.challenges).to.have.length(2)
  })

  it("don't count for other numbers of their prefix", () => {
    const numbers = Array.from({ length: 40 }, () => sending({ isUnlimited, destination: fresh.hex(32) }))
    expect(results(judgeAll([...numbers, ...several(1)])).at(-1)).to.deep.equal(['accepted'])
  })
})
