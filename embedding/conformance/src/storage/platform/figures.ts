import { expect } from 'chai'
import { countFailure, MOST_FAILURES } from '@postrider/core/providers/domain/calls/dead-letter'
import type { MessageId } from '@postrider/core/kernel/ids/id'
import { HOUR_MS } from '@postrider/core/kernel/time/epoch-ms'
import type { Figures } from '@postrider/core/platform/ports/figure-storage'
import { writingNothing } from '@postrider/core/messaging/use-cases/acceptance/write-submissions'
import { aMailJob } from '../../builders/a-mail-job.js'
import { aReceipt } from '../../builders/a-receipt.js'
import { aTenant, recordsOf } from '../../builders/a-tenant.js'
import { anApproval, decided } from '../../builders/an-approval.js'
import { anAcceptanceQuery } from '../../builders/an-acceptance-query.js'
import { fresh, NOW_MS } from '../../builders/fresh.js'
import { right } from '../../outcome.js'
import { acceptPaid, credit } from '../messaging/accepting.js'
import { type OpenStorage, type StorageUnderTest, useStorage } from '../open-storage.js'
import { store } from '../messaging/reporting.js'
import { endMessages, workItemOf, NO_WORK } from '../messaging/settling.js'
import { sharing } from '../unit-work.js'

const LOW_MINOR = 100

const read = (at: StorageUnderTest): Promise<Figures> =>
  right(
    at.storage.figures.read({
      nowMs: NOW_MS,
      unconfirmedSinceMs: NOW_MS - 5,
      orphanedSinceMs: NOW_MS - 5,
      blockedSinceMs: NOW_MS - HOUR_MS,
      lowMinor: LOW_MINOR,
    }),
  )

const NOTHING: Figures = {
  unconfirmed: 0,
  deadLetters: 0,
  orphanReceipts: 0,
  contradictoryReceipts: 0,
  inboundTasks: 0,
  pendingApprovals: 0,
  waitingMails: 0,
  prefixBlocks: 0,
  blockedDestinations: 0,
  suspendedOrganizations: 0,
  disabledApps: 0,
  shortAccounts: [
    { environment: 'production', empty: 0, low: 0 },
    { environment: 'test', empty: 0, low: 0 },
  ],
  providerAccounts: [],
}

/** Makes the outcome of a message unknown at this time, as a lost response does. */
const loseAnswer = async (at: StorageUnderTest, atMs: number): Promise<void> => {
  const { message } = await acceptPaid(at.storage)
  const unknown = { ...message, state: 'UNCONFIRMED' as const, updatedAtMs: atMs }
  await right(
    at.storage.dispatch.work([workItemOf(message.messageId)], () => ({
      ...NO_WORK,
      messages: [unknown],
      result: undefined,
    })),
  )
}

const failOnce = (at: StorageUnderTest, messageId: MessageId) =>
  right(
    at.storage.deadLetters.count([messageId], (held) =>
      [...held.values()].flatMap(({ message, failures }) => {
        const failed = { messageId, stage: 'work' as const, attempt: undefined }
        return countFailure(message, failures, failed, NOW_MS, 0) ?? []
      }),
    ),
  )

const bury = async (at: StorageUnderTest): Promise<MessageId> => {
  const { messageId } = (await acceptPaid(at.storage)).message
  for (let time = 0; time < MOST_FAILURES; time += 1) await failOnce(at, messageId)
  return messageId
}

const messageFigures = (at: StorageUnderTest): void => {
  it('are zero in an empty platform', async () => {
    expect(await read(at)).to.deep.equal(NOTHING)
  })

  it('count only outcomes that have been unknown for long', async () => {
    await acceptPaid(at.storage)
    await loseAnswer(at, NOW_MS - 6)
    await loseAnswer(at, NOW_MS - 5)
    expect(await read(at)).to.include({ unconfirmed: 1 })
  })

  it('count dead letters until they have ended', async () => {
    await failOnce(at, (await acceptPaid(at.storage)).message.messageId)
    const messageId = await bury(at)
    expect(await read(at)).to.include({ deadLetters: 1 })
    await right(endMessages(at.storage, [messageId], 'release', NOW_MS))
    expect(await read(at)).to.include({ deadLetters: 0 })
  })

  it('count receipts that match nothing for long, and those that contradict', async () => {
    const { messageId } = (await acceptPaid(at.storage)).message
    const contradicting = aReceipt({ messageId, receivedAtMs: NOW_MS })
    await store(at, [
      aReceipt({ receivedAtMs: NOW_MS - 6 }),
      aReceipt({ receivedAtMs: NOW_MS }),
      contradicting,
    ])
    const { receiptId } = contradicting
    await right(
      at.storage.dispatch.work([workItemOf(messageId)], () => ({
        ...NO_WORK,
        receipts: [{ receiptId, messageId, state: 'contradicted' }],
        result: undefined,
      })),
    )
    expect(await read(at)).to.include({ orphanReceipts: 1, contradictoryReceipts: 1 })
  })
}

const platformFigures = (at: StorageUnderTest): void => {
  it('count undecided approvals and unsent emails', async () => {
    const [pending, over] = [anApproval(), anApproval()]
    await sharing(at, (unit) => {
      for (const approval of [pending, over]) unit.approvals.add(approval)
      for (const job of [aMailJob(), aMailJob()]) unit.mailJobs.add(job)
    })
    await sharing(at, (unit) => unit.approvals.replace(decided(over, 'rejected')))
    expect(await read(at)).to.include({ pendingApprovals: 1, waitingMails: 2 })
  })

  it('count active prefix blocks', async () => {
    const block = (untilMs: number, liftedAtMs?: number) => ({
      appId: fresh.id('app'),
      prefix: '+2217',
      blockedAtMs: NOW_MS - 10,
      untilMs,
      sends: 30,
      verified: 1,
      liftedAtMs,
    })
    const prefixBlocks = [block(NOW_MS + 1), block(NOW_MS), block(NOW_MS + 1, NOW_MS)]
    await right(
      at.storage.acceptance.accept(anAcceptanceQuery(), () => ({
        ...writingNothing(undefined),
        prefixBlocks,
      })),
    )
    expect(await read(at)).to.include({ prefixBlocks: 1 })
  })

  it('count what operators have stopped, and name the provider accounts', async () => {
    const stopped = aTenant({
      organization: { status: 'suspended' },
      app: { status: 'disabled' },
      providerAccount: { status: 'disabled', name: 'The old one' },
    })
    await right(
      at.storage.catalog.save({
        ...recordsOf(stopped),
        blockedDestinations: [{ prefix: '+4474', createdAtMs: NOW_MS }],
      }),
    )
    await right(at.storage.catalog.save(recordsOf(aTenant())))
    const { providerAccounts, ...figures } = await read(at)
    expect(figures).to.include({ suspendedOrganizations: 1, disabledApps: 1, blockedDestinations: 1 })
    const { providerAccountId, kind } = stopped.providerAccount
    expect(providerAccounts).to.have.length(2)
    expect(providerAccounts).to.deep.include({
      providerAccountId,
      kind,
      name: 'The old one',
      status: 'disabled',
    })
  })

  it('count accounts with little or nothing left, each in its environment', async () => {
    const tenant = aTenant()
    const older = aTenant()
    for (const one of [tenant, older]) await right(at.storage.catalog.save(recordsOf(one)))
    const account = (of: typeof tenant, environment: 'test' | 'production', currency = 'INR') => ({
      organizationId: of.organization.organizationId,
      environment,
      currency,
    })
    await credit(at.storage, account(tenant, 'test'), LOW_MINOR)
    await credit(at.storage, account(tenant, 'production'), LOW_MINOR - 1)
    await credit(at.storage, account(older, 'production', 'EUR'), 1)
    const { message } = await acceptPaid(at.storage, {
      organizationId: older.organization.organizationId,
      environment: 'test',
    })
    expect(message.charge.amountMinor).to.be.greaterThan(0)
    const { shortAccounts } = await read(at)
    expect(shortAccounts).to.deep.equal([
      { environment: 'production', empty: 0, low: 2 },
      { environment: 'test', empty: 1, low: 0 },
    ])
  })
}

/** Tests the figures that super admins watch. */
export const figuresSuite = (open: OpenStorage): void => {
  describe('metrics', () => {
    const at = useStorage(open, 'test')
    messageFigures(at)
    platformFigures(at)
  })
}
