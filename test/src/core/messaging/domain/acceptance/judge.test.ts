import { expect } from 'chai'
import fc from 'fast-check'
import type { AcceptedAnswer, Candidate } from '@postrider/core/messaging/domain/acceptance/candidate'
import { judge } from '@postrider/core/messaging/domain/acceptance/judge'
import type { JudgeFacts } from '@postrider/core/messaging/domain/acceptance/judge-facts'
import { VALIDITY_MS } from '@postrider/core/messaging/domain/acceptance/to-message'
import { accountKey, availableMinor } from '@postrider/core/ledger/domain/account'
import { compareWithAccount, EMPTY_TALLY, replay } from '@postrider/core/ledger/domain/replay'
import { newAccount } from '@postrider/core/ledger/domain/post'
import { type Refusal, refusal } from '@postrider/core/kernel/refusals/refusal'
import { E } from '@postrider/core/fp'
import { aPosting } from '@postrider/conformance/builders/a-posting'
import { fresh, NOW_MS } from '@postrider/conformance/builders/fresh'
import { nothingKnown } from '../../../../builders/nothing-known.js'
import { sha256 } from '@postrider/conformance/builders/sha256'
import { check } from '../../../check.js'
import { aCandidate, aRefused, oneByOne, ORGANIZATION_ID } from './a-candidate.js'

const credited = (amountMinor: number) =>
  aPosting(
    newAccount({ organizationId: ORGANIZATION_ID, environment: 'test', currency: 'INR' }),
    { amountMinor },
    NOW_MS - 1,
  )
/** Judges candidates one by one, each in a call of its own. */
const judgeAll = (candidates: readonly Candidate[], known: JudgeFacts) => {
  const { answers, ...verdicts } = judge(oneByOne(candidates), known, NOW_MS, sha256)
  const single = answers.map((answer): E.Either<Refusal, AcceptedAnswer> => {
    if (E.isLeft(answer)) return answer
    const [only] = answer.right
    if (only === undefined) throw new Error('a candidate was not answered')
    return only
  })
  return { ...verdicts, answers: single }
}
const judged = (candidates: readonly Candidate[], availableMinorBefore: number, accepted = new Map()) => {
  const { account, event } = credited(availableMinorBefore)
  const accounts = new Map([[accountKey(account), account]])
  return { before: event, ...judgeAll(candidates, { ...nothingKnown, accepted, accounts }) }
}
const spell = (answers: ReturnType<typeof judgeAll>['answers']): readonly string[] =>
  answers.map((answer) => {
    if (E.isLeft(answer)) return answer.left._tag
    return answer.right.replayed ? 'replayed' : 'accepted'
  })

describe('Judging requests', () => {
  it('accepts what can be paid for: a whole message, its reservation, and the resulting account', () => {
    const candidate = aCandidate(25)
    const { answers, acceptances, accounts } = judged([candidate], 100)
    expect(spell(answers)).to.deep.equal(['accepted'])
    const [acceptance] = acceptances
    expect(acceptance?.message).to.include({
      messageId: candidate.messageId,
      state: 'ACCEPTED',
      billing: 'provisional',
      attempt: 0,
      uncalled: 0,
      to: candidate.request.to,
      lane: 'transactional',
      acceptedAtMs: NOW_MS,
      expiresAtMs: NOW_MS + VALIDITY_MS,
      clientReference: 'order-1',
    })
    expect(acceptance?.reservation).to.include({
      type: 'reservation',
      amountMinor: 25,
      seq: 2,
      appId: candidate.appId,
      messageId: candidate.messageId,
      entryId: candidate.entryId,
    })
    expect(accounts).to.have.length(1)
    expect(accounts[0]).to.include({ postedMinor: 100, reservedMinor: 25, version: 2 })
  })

  it('keeps messages valid for 48 hours', () => {
    expect(VALIDITY_MS).to.equal(48 * 3_600_000)
  })

  const used = aCandidate(25)
  const charge = { ...aCandidate(99).quoted, amountMinor: 7 } as never
  const lane = 'promotional' as const
  const record = { material: used.material, messageId: fresh.id('msg'), acceptedAtMs: 5, charge, lane }
  const accepted = new Map([[used.key, record]])

  it('replays the first response for a used key, even after changes', () => {
    const later: readonly Candidate[] = [used, { ...used, quoted: E.left(refusal('OrganizationSuspended')) }]
    const { answers, acceptances, accounts } = judged(later, 0, accepted)
    const { material: _, ...first } = record
    for (const answer of answers) expect(answer).to.deep.equal(E.right({ ...first, replayed: true }))
    expect([acceptances, accounts]).to.deep.equal([[], []])
  })

  it('refuses other content with a used key, before any other check', () => {
    const other = { ...used, material: fresh.hex(32), quoted: E.left(refusal('OrganizationSuspended')) }
    expect(spell(judged([other], 0, accepted).answers)).to.deep.equal(['IdempotencyConflict'])
  })

  it('uses a key once if a batch has it twice: the second request replays or conflicts', () => {
    const first = aCandidate(25)
    const again = { ...aCandidate(25), key: first.key, material: first.material }
    const { answers, acceptances } = judged([first, again, { ...again, material: 'other' }], 100)
    expect(spell(answers)).to.deep.equal(['accepted', 'replayed', 'IdempotencyConflict'])
    const ids = answers.flatMap((one) => (E.isRight(one) ? [one.right.messageId] : []))
    expect(ids).to.deep.equal([first.messageId, first.messageId])
    expect(acceptances).to.have.length(1)
  })

  it('uses no key for a refusal: the same key later in the batch is judged again', () => {
    const dear = aCandidate(101)
    const cheaper = { ...aCandidate(100), key: dear.key }
    expect(spell(judged([dear, cheaper], 100).answers)).to.deep.equal(['InsufficientBalance', 'accepted'])
  })

  it('passes on earlier refusals of a request', () => {
    expect(spell(judged([aRefused('PriceUnavailable')], 100).answers)).to.deep.equal(['PriceUnavailable'])
  })

  it('spends the balance to the last unit and not beyond', () => {
    expect(spell(judged([aCandidate(60), aCandidate(40)], 100).answers)).to.deep.equal([
      'accepted',
      'accepted',
    ])
    expect(spell(judged([aCandidate(60), aCandidate(41)], 100).answers)[1]).to.equal('InsufficientBalance')
  })

  it('accepts a cheaper request behind one that is too expensive', () => {
    expect(spell(judged([aCandidate(60), aCandidate(60), aCandidate(40)], 100).answers)).to.deep.equal([
      'accepted',
      'InsufficientBalance',
      'accepted',
    ])
  })

  it('refuses for lack of money if no account was ever opened', () => {
    expect(spell(judgeAll([aCandidate(1)], nothingKnown).answers)).to.deep.equal(['InsufficientBalance'])
  })

  it('charges each account separately', () => {
    const others = fresh.id('org')
    const mine = credited(25).account
    const theirs = aPosting(newAccount({ organizationId: others, environment: 'test', currency: 'INR' }), {
      amountMinor: 25,
    }).account
    const known = {
      ...nothingKnown,
      accounts: new Map([mine, theirs].map((account) => [accountKey(account), account])),
    }
    const batch = [aCandidate(25), aCandidate(25, { organizationId: others }), aCandidate(25)]
    const { answers, accounts } = judgeAll(batch, known)
    expect(spell(answers)).to.deep.equal(['accepted', 'accepted', 'InsufficientBalance'])
    expect(accounts.map((account) => [account.organizationId, account.reservedMinor])).to.deep.equal([
      [ORGANIZATION_ID, 25],
      [others, 25],
    ])
  })

  it('accepts exactly k of N equal requests if the balance covers k', () => {
    check(
      fc.property(fc.nat(40), fc.nat(40), (affordable, requested) => {
        const batch = Array.from({ length: requested }, () => aCandidate(7))
        const { answers } = judged(batch, affordable * 7 + 6)
        expect(answers.filter(E.isRight)).to.have.length(Math.min(affordable, requested))
      }),
      60,
    )
  })

  it('leaves an account that matches its ledger, for any batch', () => {
    const amounts = fc.array(fc.nat(60), { maxLength: 20 })
    check(
      fc.property(amounts, fc.nat(300), (of, available) => {
        const { before, acceptances, accounts } = judged(
          of.map((amount) => aCandidate(amount)),
          available,
        )
        const events = [before, ...acceptances.map(({ reservation }) => reservation)]
        const { tally, finding } = replay(EMPTY_TALLY, events, sha256)
        expect(finding).to.equal(undefined)
        for (const account of accounts) {
          expect(compareWithAccount(tally, account)).to.equal(undefined)
          expect(availableMinor(account)).to.be.at.least(0)
        }
      }),
      60,
    )
  })

  it('returns the same result for the same arguments', () => {
    const batch = [aCandidate(60), aCandidate(60), aCandidate(40)]
    expect(judged(batch, 100).answers).to.deep.equal(judged(batch, 100).answers)
  })
})
