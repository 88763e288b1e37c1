import { expect } from 'chai'
import fc from 'fast-check'
import { appliedSuppressions, isStopped, refusalBy } from '@postrider/core/consent/domain/applied-suppression'
import { coversClass } from '@postrider/core/consent/domain/opt-out-policy'
import {
  confirmationOf,
  recipientDigest,
  type Suppression,
  SUPPRESSION_SCOPES,
  SUPPRESSION_SOURCES,
  suppressionEnder,
  suppressionKey,
  type SuppressionScope,
} from '@postrider/core/consent/domain/suppression'
import { LANES } from '@postrider/core/kernel/messages/lane'
import { aSuppression } from '@postrider/conformance/builders/a-suppression'
import { fresh, NOW_MS } from '@postrider/conformance/builders/fresh'
import { sha256 } from '@postrider/conformance/builders/sha256'

const digest = (to: string): string => recipientDigest(to, sha256)

describe('A suppressed recipient', () => {
  it("is stored as 128 bits that don't reveal the address", () => {
    expect(digest('+919876543210')).to.match(/^[0-9a-f]{32}$/)
    expect(digest('+919876543210')).not.to.equal(digest('+919876543211'))
  })

  it('matches every spelling of the same email address', () => {
    expect(digest('Asha@Example.com')).to.equal(digest('asha@example.com'))
    expect(digest('asha@example.com')).not.to.equal(digest('asha@example.org'))
  })

  it('is suppressed only for one Organization', () => {
    const [organizationId, recipient] = [fresh.id('org'), fresh.hex(32)]
    const keys = [
      { organizationId, recipient },
      { organizationId, recipient: fresh.hex(32) },
      { organizationId: fresh.id('org'), recipient },
    ].map(suppressionKey)
    expect(new Set(keys).size).to.equal(3)
  })

  it('can end only their own opt-out, with a message from their number', () => {
    expect(suppressionEnder({ source: 'opt_out', maskedTo: '+91******3210' })).to.equal('recipient')
    expect(suppressionEnder({ source: 'opt_out', maskedTo: 'z***@example.com' })).to.equal('support')
    expect(suppressionEnder({ source: 'operator', maskedTo: '+91******3210' })).to.equal('support')
  })

  it('is refused by the widest of its suppressions, in any order', () => {
    const key = { organizationId: fresh.id('org'), recipient: fresh.hex(32) }
    const of = (scope: SuppressionScope) => aSuppression({ ...key, scope, source: 'opt_out' })
    const [all, exceptOtp, promotional] = SUPPRESSION_SCOPES.map(of)
    if (all === undefined || exceptOtp === undefined || promotional === undefined)
      throw new Error('no scopes')
    const other = { ...promotional, recipient: fresh.hex(32) }
    for (const several of [
      [all, other, promotional, exceptOtp],
      [exceptOtp, promotional, other, all],
    ])
      expect([...appliedSuppressions(several)].map(([at, { scope }]) => [at, scope])).to.have.deep.members([
        [suppressionKey(key), 'all'],
        [suppressionKey(other), 'promotional'],
      ])
    expect([...appliedSuppressions([promotional, exceptOtp]).values()]).to.deep.equal([
      {
        maskedTo: exceptOtp.maskedTo,
        source: 'opt_out',
        scope: 'except_otp',
        createdAtMs: NOW_MS,
        confirmation: confirmationOf(exceptOtp.suppressionId),
      },
    ])
  })

  it('is refused with the source, time and extent of the suppression, and who can end it', () => {
    const key = { organizationId: fresh.id('org'), recipient: fresh.hex(32), scope: 'all' } as const
    const later = aSuppression({ ...key, source: 'operator', createdAtMs: Date.UTC(2026, 10, 29) })
    const earlier = { ...later, source: 'opt_out', createdAtMs: Date.UTC(2026, 10, 28) } as const
    const [applied] = appliedSuppressions([later, earlier]).values()
    expect(applied && refusalBy(applied)).to.deep.include({
      _tag: 'DestinationNotAllowed',
      message:
        'The recipient opted out (opt_out) at 2026-11-28T00:00:00.000Z. This covers all messages. It ends only when the recipient writes START.',
    })
    expect(refusalBy({ ...later, source: 'complaint', scope: 'except_otp' }).message).to.equal(
      'The recipient complained (complaint) at 2026-11-29T00:00:00.000Z. This covers all messages except OTPs. Only support can end it.',
    )
  })

  it('stops every message of its classes, except the confirmation of the only opt-out that stops it', () => {
    const key = { organizationId: fresh.id('org'), recipient: fresh.hex(32) }
    const sets = fc.uniqueArray(
      fc.record({
        source: fc.constantFrom(...SUPPRESSION_SOURCES),
        scope: fc.constantFrom(...SUPPRESSION_SCOPES),
      }),
      { selector: ({ source }) => source, minLength: 1 },
    )
    const check = (set: ReadonlyArray<Pick<Suppression, 'source' | 'scope'>>): void => {
      const all = set.map((one, at) => aSuppression({ ...key, ...one, createdAtMs: NOW_MS + at }))
      const [applied] = appliedSuppressions(all).values()
      if (applied === undefined) throw new Error('nothing applies')
      for (const lane of LANES)
        for (const messageId of [fresh.id('msg'), ...all.map((one) => confirmationOf(one.suppressionId))]) {
          const covering = all.filter(({ scope }) => coversClass(scope, lane))
          const [only, ...others] = covering
          const isConfirmation =
            lane === 'transactional' &&
            only?.source === 'opt_out' &&
            others.length === 0 &&
            confirmationOf(only.suppressionId) === messageId
          expect(isStopped(applied, messageId, lane)).to.equal(covering.length > 0 && !isConfirmation)
        }
    }
    fc.assert(fc.property(sets, check), { numRuns: 500 })
  })
})
