import { expect } from 'chai'
import fc from 'fast-check'
import { chooseAccounts } from '@postrider/core/messaging/domain/dispatch/choose-accounts'
import type { CallOutcome } from '@postrider/core/providers/domain/calls/outcome'
import { accountRefusal } from '@postrider/core/providers/domain/calls/account-refusal'
import { nextStep } from '@postrider/core/messaging/domain/dispatch/next-step'
import {
  type AccountRoute,
  type AccountRouting,
  ROUTING_STRATEGIES,
} from '@postrider/core/tenancy/domain/routing'
import { aProviderAccount } from '@postrider/conformance/builders/a-provider-account'
import { aTenant } from '@postrider/conformance/builders/a-tenant'
import { fresh, NOW_MS } from '@postrider/conformance/builders/fresh'
import { check } from '../../../check.js'
import { preparedOf } from '../../../fakes/app-catalog-of.js'
import { aCase } from './a-case.js'

const accounts = [aProviderAccount(), aProviderAccount(), aProviderAccount()]
const [first, second, third] = accounts.map(({ providerAccountId }) => providerAccountId)
const idAt = (at: number): AccountRoute['providerAccountId'] =>
  accounts[at]?.providerAccountId ?? fresh.id('pac')

type RouteOptions = Omit<AccountRoute, 'providerAccountId'>

const routingOf = (
  strategy: AccountRouting['strategy'],
  ...routes: readonly RouteOptions[]
): AccountRouting => ({
  strategy,
  routes: routes.map((route, at) => ({ providerAccountId: idAt(at), ...route })),
})

const chosen = (routing: AccountRouting | undefined, to = '+919876543210', messageId = fresh.id('msg')) =>
  chooseAccounts(accounts, routing, { messageId, to }).map(({ providerAccountId }) => providerAccountId)

describe('The accounts of a message', () => {
  it('are all accounts in their order by default', () => {
    expect(chosen(undefined)).to.deep.equal([first, second, third])
    expect(chosen(routingOf('order'))).to.deep.equal([first, second, third])
  })

  it('are those for its recipient, and those without a restriction', () => {
    const routing = routingOf('order', { prefixes: ['+44', '+1202'] }, { prefixes: ['+91'] })
    expect(chosen(routing)).to.deep.equal([second, third])
    expect(chosen(routing, '+12025550100')).to.deep.equal([first, third])
    expect(chosen(routing, '+12125550100')).to.deep.equal([third])
    expect(chosen(routing, 'asha@example.com')).to.deep.equal([third])
    expect(chosen(routingOf('order', { prefixes: ['*'] }))).to.deep.equal([first, second, third])
  })

  it('start with the lowest cost, by the longest prefix, and those without a cost come last', () => {
    const cost = (prefix: string, amountMinor: number) => ({ prefix, amountMinor })
    const routing = routingOf(
      'cheapest',
      { unitCosts: [cost('*', 3), cost('+91', 9)] },
      {},
      { unitCosts: [cost('*', 5)] },
    )
    expect(chosen(routing)).to.deep.equal([third, first, second])
    expect(chosen(routing, '+12025550100')).to.deep.equal([first, third, second])
  })

  it('start with each in proportion to the weights', () => {
    const routing = routingOf('weighted', { weight: 6 }, { weight: 3 }, { weight: 1 })
    const begun = new Map<string | undefined, number>()
    const all = 20_000
    for (let count = 0; count < all; count += 1) {
      const [one] = chosen(routing)
      begun.set(one, (begun.get(one) ?? 0) + 1)
    }
    expect((begun.get(first) ?? 0) / all).to.be.closeTo(0.6, 0.02)
    expect((begun.get(second) ?? 0) / all).to.be.closeTo(0.3, 0.02)
    expect((begun.get(third) ?? 0) / all).to.be.closeTo(0.1, 0.02)
  })

  it('are the same for the same message, each once, for any routing', () => {
    const routeOptions = fc.record(
      {
        weight: fc.integer({ min: 1, max: 1000 }),
        prefixes: fc.subarray(['+91', '+1', '*'], { minLength: 1 }),
      },
      { requiredKeys: [] },
    )
    check(
      fc.property(
        fc.constantFrom(...ROUTING_STRATEGIES),
        fc.array(routeOptions, { maxLength: 3 }),
        (strategy, all) => {
          const routing = routingOf(strategy, ...all)
          const messageId = fresh.id('msg')
          const once = chosen(routing, '+919876543210', messageId)
          expect(chosen(routing, '+919876543210', messageId)).to.deep.equal(once)
          expect(new Set(once).size).to.equal(once.length)
        },
      ),
    )
  })
})

describe('A message that goes to several accounts in turn', () => {
  const tenant = aTenant()
  const { templateId, templateVersionId } = tenant.template
  const configuration = {
    ...tenant.configuration,
    providerAccountIds: accounts.map(({ providerAccountId }) => providerAccountId),
  }
  const prepared = preparedOf(tenant, {
    configurations: new Map([['sms', configuration]]),
    providerAccounts: new Map(accounts.map((account) => [account.providerAccountId, account])),
  })

  const TAGS = [
    'Accepted',
    'NotAttempted',
    'RejectedByRoute',
    'TransientFailure',
    'PermanentFailure',
    'OutcomeUnknown',
  ] as const

  const outcomeOf = (tag: (typeof TAGS)[number], account: (typeof accounts)[number]): CallOutcome => {
    switch (tag) {
      case 'Accepted':
        return { _tag: tag, providerMessageIds: ['x'] }
      case 'NotAttempted':
        return { _tag: tag, detail: 'no way', isDueNow: true }
      case 'RejectedByRoute':
        return { _tag: tag, detail: 'not here', refusal: accountRefusal(account, configuration) }
      case 'PermanentFailure':
        return { _tag: tag, detail: 'no', failureCode: 'provider_rejected' }
      default:
        return { _tag: tag, detail: 'who knows' }
    }
  }

  it('is never at two of them, for any responses and delays', () => {
    const answers = fc.array(fc.tuple(fc.constantFrom(...TAGS), fc.boolean(), fc.boolean()), {
      maxLength: 30,
    })
    check(
      fc.property(answers, (script) => {
        const one = aCase({ templateId, templateVersionId, attempt: 0, leaseUntilMs: 0 })
        let nowMs = NOW_MS
        let arrived = 0
        const late: Parameters<typeof one.settleThese>[0][number][] = []
        for (const [tag, hasArrived, isLate] of script) {
          nowMs += 600_000
          const step = nextStep(one.held(), prepared, nowMs)
          const account = step._tag === 'Submit' ? step.accounts[0] : undefined
          if (account === undefined) continue
          const number = one.begun(account.providerAccountId)
          if (tag === 'Accepted' || (tag === 'OutcomeUnknown' && hasArrived)) arrived += 1
          const report = one.called(outcomeOf(tag, account), number, account.providerAccountId)
          // A call without a recorded end is unknown, and its response comes last.
          if (isLate) late.push(report)
          const unseen: CallOutcome = { _tag: 'OutcomeUnknown', detail: 'interrupted' }
          one.settleThese([isLate ? one.called(unseen, number, account.providerAccountId) : report])
        }
        one.settleThese(late)
        expect(arrived).to.be.at.most(1)
        expect(one.attempts.filter(({ phase }) => phase === 'accepted').length).to.be.at.most(1)
      }),
    )
  })
})
