import { expect } from 'chai'
import type { Account } from '@postrider/core/ledger/domain/account'
import { accountKey } from '@postrider/core/ledger/domain/account'
import type { NewAcceptance } from '@postrider/core/messaging/domain/acceptance/new-acceptance'
import type { AcceptanceFacts } from '@postrider/core/messaging/ports/acceptance-storage'
import { writingNothing } from '@postrider/core/messaging/use-cases/acceptance/write-submissions'
import { aMessage } from '../../builders/a-message.js'
import { anAcceptance } from '../../builders/an-acceptance.js'
import { fresh } from '../../builders/fresh.js'
import { left, right } from '../../outcome.js'
import {
  acceptOne,
  aRequest,
  credit,
  requestsQueryOf,
  payingAccountOf,
  type AcceptanceRequest,
} from './accepting.js'
import type { StorageUnderTest } from '../open-storage.js'
import { allEvents, NO_TRACES, tracesOf } from './traces.js'

interface Plan {
  readonly acceptances: readonly NewAcceptance[]
  readonly accounts: readonly Account[]
}

/** Tries a plan for the requests; the whole batch must fail and leave nothing. */
const expectRefused = async (
  at: StorageUnderTest,
  requests: readonly AcceptanceRequest[],
  plan: (account: Account) => Plan,
): Promise<void> => {
  const [first] = requests
  if (first === undefined) throw new Error('a plan needs a request')
  const payer = payingAccountOf(first.message)
  const before = await credit(at.storage, payer, 1_000)
  const decide = (known: AcceptanceFacts) => {
    const account = known.accounts.get(accountKey(payer))
    if (account === undefined) throw new Error('the account is missing')
    return { ...writingNothing(undefined), ...plan(account) }
  }
  const failure = await left(at.storage.acceptance.accept(requestsQueryOf(requests), decide))
  expect(failure._tag).to.equal('BatchFailed')
  expect(failure.cause).to.be.a('string').that.is.not.equal('')
  for (const request of requests) expect(await tracesOf(at.storage, request)).to.deep.equal(NO_TRACES)
  expect((await right(at.storage.ledger.status(payer))).account).to.deep.equal(before)
  expect(await allEvents(at.storage, payer)).to.have.length(1)
}

const twoRequests = (): readonly [AcceptanceRequest, AcceptanceRequest] => {
  const organizationId = fresh.id('org')
  return [
    aRequest({ message: aMessage({ organizationId }) }),
    aRequest({ message: aMessage({ organizationId }) }),
  ]
}

/** Tests plans that break a rule of the database: the whole batch fails and leaves nothing. */
export const brokenPlanSuite = (at: StorageUnderTest): void => {
  it('fails a plan with a second reservation for one message as a batch and leaves nothing', async () => {
    const [one, two] = twoRequests()
    await expectRefused(at, [one, two], (account) => {
      const first = anAcceptance({ ...one, account })
      const second = anAcceptance({ ...two, account: first.account })
      const reservation = { ...second.acceptance.reservation, messageId: one.message.messageId }
      return {
        acceptances: [first.acceptance, { ...second.acceptance, reservation }],
        accounts: [second.account],
      }
    })
  })

  it('fails a plan that makes an account negative as a batch and leaves nothing', async () => {
    const [request] = twoRequests()
    await expectRefused(at, [request], (account) => {
      const accepted = anAcceptance({ ...request, account })
      return { acceptances: [accepted.acceptance], accounts: [{ ...accepted.account, reservedMinor: 1_001 }] }
    })
  })

  it('fails a plan with one message twice as a batch and leaves nothing', async () => {
    const [one, two] = twoRequests()
    await expectRefused(at, [one, two], (account) => {
      const first = anAcceptance({ ...one, account })
      const second = anAcceptance({ ...two, message: one.message, account: first.account })
      return { acceptances: [first.acceptance, second.acceptance], accounts: [second.account] }
    })
  })

  it('fails a plan that repeats a sequence number of the ledger as a batch and leaves nothing', async () => {
    const [request] = twoRequests()
    await expectRefused(at, [request], (account) => {
      const { acceptance, account: after } = anAcceptance({ ...request, account })
      const reservation = { ...acceptance.reservation, seq: account.version }
      return { acceptances: [{ ...acceptance, reservation }], accounts: [after] }
    })
  })

  it('accepts as before after a failed batch', async () => {
    const [one] = twoRequests()
    await expectRefused(at, [one], (account) => {
      const accepted = anAcceptance({ ...one, account })
      return { acceptances: [accepted.acceptance], accounts: [{ ...accepted.account, postedMinor: -1 }] }
    })
    expect(await acceptOne(at.storage, one)).to.have.property('_tag', 'Accepted')
  })
}
