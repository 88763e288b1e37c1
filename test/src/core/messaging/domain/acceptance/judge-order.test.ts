import { expect } from 'chai'
import type { Candidate } from '@postrider/core/messaging/domain/acceptance/candidate'
import type { JudgeFacts } from '@postrider/core/messaging/domain/acceptance/judge-facts'
import { budgetUseKey, periodStartOf } from '@postrider/core/ledger/domain/budgets/budget'
import { prefixKey } from '@postrider/core/otp/domain/breaker'
import type { RefusalTag } from '@postrider/core/kernel/refusals/refusal'
import type { OptInGrant } from '@postrider/core/consent/domain/opt-in'
import type { AppliedSuppression } from '@postrider/core/consent/domain/applied-suppression'
import { suppressionKey, type SuppressionScope } from '@postrider/core/consent/domain/suppression'
import { E } from '@postrider/core/fp'
import { aBudget } from '@postrider/conformance/builders/a-budget'
import { fresh, NOW_MS } from '@postrider/conformance/builders/fresh'
import {
  aCandidate,
  anOtp,
  aQuote,
  aRefused,
  judged,
  oneByOne,
  ORGANIZATION_ID,
  results,
} from './a-candidate.js'

const recipient = fresh.hex(32)
const optedOut = (scope: SuppressionScope = 'all'): AppliedSuppression => ({
  maskedTo: '+91******3210',
  source: 'opt_out',
  scope,
  createdAtMs: NOW_MS - 1,
  confirmation: undefined,
})
const suppressed = new Map([[suppressionKey({ organizationId: ORGANIZATION_ID, recipient }), optedOut()]])

const answer = (candidate: Candidate, known: Partial<JudgeFacts> = {}): unknown =>
  results(judged(oneByOne([candidate]), known))[0]

const BEFORE: readonly RefusalTag[] = [
  'ScopeMismatch',
  'ChannelNotGranted',
  'OrganizationSuspended',
  'ChannelNotActive',
]
const AFTER: readonly RefusalTag[] = [
  'DestinationNotAllowed',
  'TemplateUnavailable',
  'InvalidRequest',
  'SenderUnavailable',
  'PriceUnavailable',
  'ProviderUnavailable',
]

/** An OTP that fails every check under lock, and the causes that can be removed. */
const aHopeless = () => {
  const otp = anOtp()
  const { destination, prefix } = otp
  const budget = aBudget({ organizationId: ORGANIZATION_ID, limitMinor: 0 })
  const candidate = aCandidate(1, { otp, quoted: E.right(aQuote(1, { budgets: [budget] })) })
  const { appId } = candidate
  const periodStartMs = periodStartOf(budget.period, NOW_MS)
  const use = {
    budgetId: budget.budgetId,
    periodStartMs,
    usedMinor: 5,
    alertedPercent: 100,
    firstRefusedAtMs: 1,
  }
  const figures = { sends: 30, verified: 0, blockedAtMs: NOW_MS - 1, untilMs: NOW_MS + 1 }
  const block = { appId, prefix, ...figures, liftedAtMs: undefined }
  return {
    candidate,
    within: { ...candidate, quoted: E.right(aQuote(1)) },
    velocity: { otpsSent: new Map([[destination, [{ appId, createdAtMs: NOW_MS }]]]) },
    breaker: { prefixes: new Map([[prefixKey({ appId, prefix }), { counts: [], block }]]) },
    budgetUses: new Map([[budgetUseKey(use), use]]),
    poor: { accounts: new Map() },
  }
}

describe('The order of checks for a send', () => {
  for (const tag of BEFORE) {
    it(`puts ${tag} before the suppression list`, () => {
      expect(answer(aRefused(tag, { recipient }), { suppressed })).to.deep.equal([tag])
    })
  }

  for (const tag of AFTER) {
    it(`puts a suppressed recipient before ${tag}`, () => {
      expect(answer(aRefused(tag, { recipient }), { suppressed })).to.deep.equal(['DestinationNotAllowed'])
      expect(answer(aRefused(tag, { recipient }))).to.deep.equal([tag])
    })
  }

  it("includes the Organization's suppressed recipients, and not those of other Organizations", () => {
    expect(answer(aCandidate(1, { recipient }), { suppressed })).to.deep.equal(['DestinationNotAllowed'])
    const elsewhere = new Map([[suppressionKey({ organizationId: fresh.id('org'), recipient }), optedOut()]])
    expect(answer(aCandidate(1, { recipient }), { suppressed: elsewhere })).to.deep.equal(['accepted'])
    expect(answer(aCandidate(1), { suppressed })).to.deep.equal(['accepted'])
  })

  it('refuses only promotional messages to a recipient who is suppressed only for those', () => {
    const key = suppressionKey({ organizationId: ORGANIZATION_ID, recipient })
    const known = { suppressed: new Map([[key, optedOut('promotional')]]) }
    const promotional = E.right({ ...aQuote(1), lane: 'promotional' as const })
    expect(answer(aCandidate(1, { recipient, quoted: promotional }), known)).to.deep.equal([
      'DestinationNotAllowed',
    ])
    expect(answer(aCandidate(1, { recipient }), known)).to.deep.equal(['accepted'])
    expect(answer(aCandidate(1, { recipient, otp: anOtp() }), known)).to.deep.equal(['accepted'])
    expect(answer(aCandidate(1, { quoted: promotional }), known)).to.deep.equal(['accepted'])
    // Only the template defines the content of the message.
    for (const tag of AFTER) expect(answer(aRefused(tag, { recipient }), known)).to.deep.equal([tag])
  })

  it('accepts OTPs, and nothing else, to a recipient who is suppressed for everything except OTPs', () => {
    const key = suppressionKey({ organizationId: ORGANIZATION_ID, recipient })
    const known = { suppressed: new Map([[key, optedOut('except_otp')]]) }
    expect(answer(aCandidate(1, { recipient, otp: anOtp() }), known)).to.deep.equal(['accepted'])
    for (const lane of ['transactional', 'promotional'] as const) {
      const quoted = E.right({ ...aQuote(1), lane })
      expect(answer(aCandidate(1, { recipient, quoted }), known), lane).to.deep.equal([
        'DestinationNotAllowed',
      ])
    }
  })

  it('refuses messages that need an opt-in if the recipient has none for the app and channel', () => {
    const key = suppressionKey({ organizationId: ORGANIZATION_ID, recipient })
    const quoted = E.right({ ...aQuote(1), lane: 'promotional' as const, requiresOptIn: true })
    const candidate = aCandidate(1, { recipient, quoted })
    const having = (grant: OptInGrant) => answer(candidate, { optedIn: new Map([[key, [grant]]]) })
    expect(answer(candidate)).to.deep.equal(['DestinationNotAllowed'])
    expect(having({})).to.deep.equal(['accepted'])
    expect(having({ appId: candidate.appId, channel: candidate.request.channel })).to.deep.equal(['accepted'])
    expect(having({ appId: fresh.id('app') })).to.deep.equal(['DestinationNotAllowed'])
    const both = { optedIn: new Map([[key, [{}]]]), suppressed: new Map([[key, optedOut('promotional')]]) }
    expect(answer(candidate, both), 'an opt-out counts first').to.deep.equal(['DestinationNotAllowed'])
  })

  it('puts a suppressed recipient before velocity, breaker, budget and balance', () => {
    const { candidate, velocity, breaker, budgetUses, poor } = aHopeless()
    const known = { ...velocity, ...breaker, budgetUses, ...poor, suppressed }
    expect(answer({ ...candidate, recipient }, known)).to.deep.equal(['DestinationNotAllowed'])
    expect(answer(candidate, known)).to.deep.equal(['TooManyRequests'])
  })

  it("is velocity, breaker, budget, balance after the catalog's checks", () => {
    const { candidate, within, velocity, breaker, budgetUses, poor } = aHopeless()
    const steps = [
      answer(candidate, { ...velocity, ...breaker, budgetUses, ...poor }),
      answer(candidate, { ...breaker, budgetUses, ...poor }),
      answer(candidate, { budgetUses, ...poor }),
      answer(within, poor),
      answer(within),
    ]
    expect(steps.flat()).to.deep.equal([
      'TooManyRequests',
      'DestinationNotAllowed',
      'BudgetExceeded',
      'InsufficientBalance',
      'accepted',
    ])
  })

  it('puts replays before all other checks', () => {
    const { candidate, velocity, breaker, budgetUses, poor } = aHopeless()
    const { key, material } = candidate
    const { charge, lane } = aQuote(1)
    const record = { material, messageId: fresh.id('msg'), acceptedAtMs: 5, charge, lane }
    const known = { ...velocity, ...breaker, budgetUses, ...poor, suppressed }
    const accepted = new Map([[key, record]])
    const again = { ...candidate, recipient }
    expect(answer(again, { ...known, accepted })).to.deep.equal(['replayed'])
    const refused = aRefused('ScopeMismatch', { key, material, recipient })
    expect(answer(refused, { ...known, accepted })).to.deep.equal(['replayed'])
    expect(answer({ ...again, material: 'other' }, { ...known, accepted })).to.deep.equal([
      'IdempotencyConflict',
    ])
  })
})
