import { accountKey, type AccountKey } from '@postrider/core/ledger/domain/account'
import { expect } from 'chai'
import { aMessage } from '../../builders/a-message.js'
import { writingNothing } from '@postrider/core/messaging/use-cases/acceptance/write-submissions'
import { anAcceptanceQuery } from '../../builders/an-acceptance-query.js'
import { fresh, NOW_MS } from '../../builders/fresh.js'
import { right } from '../../outcome.js'
import {
  accept,
  acceptOne,
  aRequest,
  credit,
  requestsQueryOf,
  judgeRequests,
  payingAccountOf,
} from './accepting.js'
import { acceptanceRaces } from './acceptance-races.js'
import { idempotencyKeys } from './idempotency-keys.js'
import { anAccountKey, requestsOf } from './requests.js'
import { brokenPlanSuite } from './broken-plans.js'
import { type OpenStorage, type StorageUnderTest, useStorage } from '../open-storage.js'
import { sharing } from '../unit-work.js'
import { allEvents, evidenceOf, NO_TRACES, tracesOf } from './traces.js'

const oneAcceptance = (at: StorageUnderTest): void => {
  it('writes idempotency record, message, reservation, account and outbox row together', async () => {
    const request = aRequest()
    const account = await credit(at.storage, payingAccountOf(request.message), 100)
    expect(await acceptOne(at.storage, request)).to.have.property('_tag', 'Accepted')
    const evidence = await evidenceOf(at.storage, request.message.messageId)
    expect(evidence?.message).to.deep.equal(request.message)
    expect(evidence?.keys).to.deep.equal([request.key])
    expect(evidence?.dueAtMs).to.be.a('number')
    const events = await allEvents(at.storage, payingAccountOf(request.message))
    expect(evidence?.events).to.deep.equal(events.slice(1))
    const status = await right(at.storage.ledger.status(account))
    expect(status.account).to.deep.include({ postedMinor: 100, reservedMinor: 25, version: 2 })
    expect(status.account?.headDigest).to.equal(events[1]?.digest)
  })

  it("shows the accounts' present amounts, and none without an account", async () => {
    const [opened, missing] = [anAccountKey(), anAccountKey()]
    const account = await credit(at.storage, opened, 700)
    const known = await right(
      at.storage.acceptance.accept(
        anAcceptanceQuery({ keys: [fresh.hex(32)], accounts: [opened, missing] }),
        (seen) => writingNothing(seen),
      ),
    )
    expect([...known.accounts]).to.deep.equal([[accountKey(opened), account]])
    expect(known.accepted.size).to.equal(0)
  })

  it('shows a dry run what acceptance would see, without making it wait', async () => {
    const request = aRequest()
    const key = payingAccountOf(request.message)
    await credit(at.storage, key, 700)
    await acceptOne(at.storage, request)
    const query = requestsQueryOf([request, aRequest()])
    const seen = await right(at.storage.acceptance.accept(query, (known) => writingNothing(known)))
    expect(seen.accepted.size).to.equal(1)
    const inspected = await sharing(at, async (unit) => {
      await unit.ledger.lock(key)
      return right(at.storage.acceptance.inspect(query))
    })
    expect(inspected).to.deep.equal(seen)
  })

  it('separates the accounts of one Organization in two currencies', async () => {
    const rupees = aRequest()
    const dollars = { ...payingAccountOf(rupees.message), currency: 'USD' }
    await credit(at.storage, dollars, 1_000)
    expect(await acceptOne(at.storage, rupees)).to.deep.equal({ _tag: 'Unaffordable' })
  })

  it('returns what was accepted first for the same key, with content and charge', async () => {
    const first = aRequest()
    await credit(at.storage, payingAccountOf(first.message), 100)
    await acceptOne(at.storage, first)
    const second = aRequest({
      key: first.key,
      message: aMessage({ ...first.message, messageId: fresh.id('msg') }),
    })
    const { messageId } = first.message
    expect(await acceptOne(at.storage, second)).to.deep.equal({ _tag: 'Replayed', messageId })
    const found = await right(at.storage.acceptance.findAccepted([first.key, fresh.hex(32)]))
    const { key, material, message } = first
    expect([...found.values()]).to.deep.equal([
      {
        key,
        material,
        messageId,
        acceptedAtMs: message.acceptedAtMs,
        charge: message.charge,
        lane: message.lane,
      },
    ])
  })
}

const batches = (at: StorageUnderTest): void => {
  it('accepts a batch of several Organizations as one', async () => {
    const payers = [anAccountKey(), anAccountKey(), anAccountKey()]
    await Promise.all(payers.map((payer) => credit(at.storage, payer, 80 * 25)))
    const requests = payers.flatMap((payer) => requestsOf(payer, 80))
    const answers = await right(accept(at.storage, requests))
    expect(answers.map((answer) => answer._tag)).to.deep.equal(requests.map(() => 'Accepted'))
    const found = await right(at.storage.acceptance.findAccepted(requests.map(({ key }) => key)))
    expect(found.size).to.equal(requests.length)
    for (const payer of payers) {
      const { account } = await right(at.storage.ledger.status(payer))
      expect(account).to.deep.include({ reservedMinor: 2_000, version: 81 })
    }
  })

  it('finishes batches that name the same accounts in opposite orders', async () => {
    const payers = [anAccountKey(), anAccountKey(), anAccountKey()]
    await Promise.all(payers.map((payer) => credit(at.storage, payer, 100_000)))
    const batch = (order: readonly AccountKey[]) => order.flatMap((payer) => requestsOf(payer, 3))
    const rounds = Array.from({ length: 12 }, (_, round) => batch(round % 2 ? payers : [...payers].reverse()))
    await Promise.all(rounds.map((requests) => right(accept(at.storage, requests))))
    for (const payer of payers) {
      const { account } = await right(at.storage.ledger.status(payer))
      expect(account?.reservedMinor).to.equal(12 * 3 * 25)
    }
  })

  it('commits nothing of a plan without acceptances, even if it contains accounts', async () => {
    const payer = anAccountKey()
    const before = await credit(at.storage, payer, 500)
    const result = await right(
      at.storage.acceptance.accept(anAcceptanceQuery({ keys: [fresh.hex(32)], accounts: [payer] }), () => ({
        ...writingNothing('seen'),
        accounts: [{ ...before, postedMinor: 9, reservedMinor: 9 }],
      })),
    )
    expect(result).to.equal('seen')
    expect((await right(at.storage.ledger.status(payer))).account).to.deep.equal(before)
  })
}

const endings = (at: StorageUnderTest): void => {
  it('leaves nothing when decide throws, passes the error on and holds no lock', async () => {
    const request = aRequest()
    await credit(at.storage, payingAccountOf(request.message), 100)
    const effect = at.storage.acceptance.accept(requestsQueryOf([request]), (): never => {
      throw new Error('a bug in the decision')
    })
    const error = await effect().then(
      () => undefined,
      (reason: unknown) => reason,
    )
    expect(error).to.be.instanceOf(Error).with.property('message', 'a bug in the decision')
    expect(await tracesOf(at.storage, request)).to.deep.equal(NO_TRACES)
    expect(await acceptOne(at.storage, request)).to.have.property('_tag', 'Accepted')
  })

  it('keeps messages, accounts, ledger events and due work when it is closed and opened again', async () => {
    const payer = anAccountKey()
    await credit(at.storage, payer, 1_000)
    const requests = requestsOf(payer, 5)
    await right(accept(at.storage, requests))
    const look = async () => ({
      evidence: await Promise.all(requests.map(({ message }) => evidenceOf(at.storage, message.messageId))),
      events: await allEvents(at.storage, payer),
      status: await right(at.storage.ledger.status(payer)),
      found: await right(at.storage.acceptance.findAccepted(requests.map(({ key }) => key))),
    })
    const before = await look()
    await at.reopen()
    expect(await look()).to.deep.equal(before)
    const due = await right(at.storage.outbox.takeDue('transactional', 10_000, NOW_MS * 2, NOW_MS * 2 + 1))
    const listed = new Set(due.map(({ messageId }) => messageId))
    expect(requests.every(({ message }) => listed.has(message.messageId))).to.equal(true)
  })

  it('finishes running work when it is closed', async () => {
    const payer = anAccountKey()
    await credit(at.storage, payer, 1_000)
    const other = await at.another()
    const requests = requestsOf(payer, 12)
    const answers = requests.map((request) => acceptOne(other, request))
    await other.close()
    expect((await Promise.all(answers)).map((answer) => answer._tag)).to.deep.equal(
      requests.map(() => 'Accepted'),
    )
    const found = await right(at.storage.acceptance.findAccepted(requests.map(({ key }) => key)))
    expect(found.size).to.equal(12)
  })

  it('shows decide the account after the previous acceptance, never an older one', async () => {
    const payer = anAccountKey()
    await credit(at.storage, payer, 100_000)
    const requests = requestsOf(payer, 30)
    const seen: number[] = []
    await Promise.all(
      requests.map((request) =>
        right(
          at.storage.acceptance.accept(requestsQueryOf([request]), (known) => ({
            ...judgeRequests([request])(known),
            result: known.accounts.get(accountKey(payer))?.version ?? 0,
          })),
        ).then((version) => seen.push(version)),
      ),
    )
    expect(seen.sort((a, b) => a - b)).to.deep.equal(Array.from({ length: 30 }, (_, index) => index + 1))
  })
}

/** Tests acceptance: one durable transaction, once for each key, never more than the account holds. */
export const acceptanceSuite = (open: OpenStorage): void => {
  describe('accepting', () => {
    const at = useStorage(open)
    oneAcceptance(at)
    batches(at)
    acceptanceRaces(at)
    idempotencyKeys(at)
    endings(at)
    brokenPlanSuite(at)
  })
}
