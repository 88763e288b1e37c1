import { expect } from 'chai'
import { kindsFor } from '@postrider/core/approvals/domain/approval'
import { decidedApproval, type ApprovalDecision } from '@postrider/core/approvals/domain/decide'
import { ADMIN_PERMISSIONS } from '@postrider/core/identity/domain/people/roles'
import { E } from '@postrider/core/fp'
import { anApproval, decided } from '@postrider/conformance/builders/an-approval'
import { fresh, NOW_MS } from '@postrider/conformance/builders/fresh'

const aDecision = (overrides: Partial<ApprovalDecision> = {}): ApprovalDecision => ({
  verdict: 'approve',
  by: { userId: fresh.id('usr'), kind: 'operator', credentialId: undefined },
  reason: 'The money has arrived.',
  version: 1,
  atMs: NOW_MS + 5,
  ...overrides,
})

const refusalOf = (...args: Parameters<typeof decidedApproval>): string => {
  const outcome = decidedApproval(...args)
  return E.isLeft(outcome) ? outcome.left._tag : 'decided'
}

describe('A proposal', () => {
  it('is approved or rejected by another person, and the log has their name and reason', () => {
    const approval = anApproval()
    const by = { userId: fresh.id('usr'), kind: 'agent', credentialId: fresh.id('agk') } as const
    for (const [verdict, status] of [
      ['approve', 'approved'],
      ['reject', 'rejected'],
    ] as const)
      expect(decidedApproval(approval, aDecision({ verdict, by }))).to.deep.equal(
        E.right({
          ...approval,
          status,
          deciderId: by.userId,
          deciderKind: 'agent',
          deciderCredentialId: by.credentialId,
          decisionReason: 'The money has arrived.',
          decidedAtMs: NOW_MS + 5,
          version: 2,
        }),
      )
  })

  it("can't be decided by its maker, through any interface", () => {
    const made = [
      anApproval({ makerKind: 'operator' }),
      anApproval({ makerKind: 'agent', makerCredentialId: fresh.id('agk') }),
    ]
    for (const approval of made)
      for (const kind of ['operator', 'agent', 'user'] as const)
        for (const verdict of ['approve', 'reject'] as const) {
          const by = { userId: approval.makerId, kind, credentialId: fresh.id('agk') }
          expect(refusalOf(approval, aDecision({ verdict, by }))).to.equal('ApprovalRequired')
        }
  })

  it('is decided once, in the version that the decider has seen', () => {
    const approval = anApproval()
    expect(refusalOf(approval, aDecision({ version: 2 }))).to.equal('Conflict')
    for (const status of ['approved', 'rejected'] as const) {
      const over = decided(approval, status)
      expect(refusalOf(over, aDecision({ version: over.version }))).to.equal('Conflict')
    }
  })

  it('needs a permission that depends on its kind', () => {
    const [person, agent] = [{ kind: 'operator' }, { kind: 'agent' }] as const
    for (const by of [person, agent]) {
      expect(kindsFor(['admin.pricing'], by)).to.deep.equal(['price_version'])
      expect(kindsFor(['admin.billing'], by)).to.deep.equal(['balance_credit', 'balance_adjustment'])
    }
    expect(kindsFor(['admin.users'], person)).to.deep.equal(['second_factor_reset'])
    expect(kindsFor(['admin.users'], agent)).to.deep.equal([])
    const deciding: readonly string[] = ['admin.pricing', 'admin.billing', 'admin.users']
    expect(
      kindsFor(
        ADMIN_PERMISSIONS.filter((one) => !deciding.includes(one)),
        person,
      ),
    ).to.deep.equal([])
  })
})
