import { expect } from 'chai'
import type { Message } from '@postrider/core/messaging/domain/messages/message'
import { HOUR_MS, MINUTE_MS } from '@postrider/core/kernel/time/epoch-ms'
import type { PlatformOverview } from '@postrider/core/platform/ports/overview-storage'
import { writingNothing } from '@postrider/core/messaging/use-cases/acceptance/write-submissions'
import { aDraft } from '../../builders/a-draft.js'
import { aTenant, recordsOf } from '../../builders/a-tenant.js'
import { aChat, aTicket } from '../../builders/a-ticket.js'
import { anAcceptanceQuery } from '../../builders/an-acceptance-query.js'
import { fresh, NOW_MS } from '../../builders/fresh.js'
import { right } from '../../outcome.js'
import { acceptPaid } from '../messaging/accepting.js'
import { type OpenStorage, type StorageUnderTest, useStorage } from '../open-storage.js'
import { NO_WORK, workItemOf } from '../messaging/settling.js'
import { sharing } from '../unit-work.js'

/** The current overview: the database's clock decides what is due. */
const read = async (at: StorageUnderTest): Promise<PlatformOverview> => {
  const nowMs = await right(at.storage.health.time())
  return right(at.storage.overview.read({ nowMs, otpsSinceMs: NOW_MS - HOUR_MS }))
}

const NOTHING: PlatformOverview = {
  lanes: [
    { lane: 'otp', waiting: 0, sinceMs: undefined },
    { lane: 'transactional', waiting: 0, sinceMs: undefined },
    { lane: 'promotional', waiting: 0, sinceMs: undefined },
  ],
  organizations: [],
  unconfirmed: 0,
  unconfirmedSinceMs: undefined,
  held: [],
  otpsSent: 0,
  otpsVerified: 0,
  templateReviews: 0,
  openTickets: 0,
  waitingChats: 0,
}

const changed = (at: StorageUnderTest, message: Message, dueAtMs: number) =>
  right(
    at.storage.dispatch.work([workItemOf(message.messageId)], () => ({
      ...NO_WORK,
      messages: [message],
      due: [{ messageId: message.messageId, atMs: dueAtMs }],
      result: undefined,
    })),
  )

const ofMessages = (at: StorageUnderTest): void => {
  it('is empty in an empty platform', async () => {
    expect(await read(at)).to.deep.equal(NOTHING)
  })

  it('counts due messages by lane and by Organization, without those due later', async () => {
    const [tenant, other] = [aTenant(), aTenant()]
    for (const one of [tenant, other]) await right(at.storage.catalog.save(recordsOf(one)))
    const { organizationId, displayName } = tenant.organization
    const first = (await acceptPaid(at.storage, { organizationId, lane: 'otp' })).message
    const second = (await acceptPaid(at.storage, { organizationId, lane: 'promotional' })).message
    const third = (
      await acceptPaid(at.storage, { organizationId: other.organization.organizationId, lane: 'otp' })
    ).message
    const later = (await acceptPaid(at.storage, { organizationId, lane: 'otp' })).message
    await changed(at, first, NOW_MS - 3)
    await changed(at, second, NOW_MS - 2)
    await changed(at, third, NOW_MS - 1)
    await changed(at, later, (await right(at.storage.health.time())) + HOUR_MS)
    const { lanes, organizations } = await read(at)
    expect(lanes).to.deep.equal([
      { lane: 'otp', waiting: 2, sinceMs: NOW_MS - 3 },
      { lane: 'transactional', waiting: 0, sinceMs: undefined },
      { lane: 'promotional', waiting: 1, sinceMs: NOW_MS - 2 },
    ])
    expect(organizations).to.deep.equal([
      { organizationId, displayName, waiting: 2 },
      {
        organizationId: other.organization.organizationId,
        displayName: other.organization.displayName,
        waiting: 1,
      },
    ])
  })

  it('counts unknown outcomes, with the time of the first', async () => {
    for (const updatedAtMs of [NOW_MS - 5, NOW_MS - 9, NOW_MS]) {
      const { message } = await acceptPaid(at.storage)
      await changed(at, { ...message, state: 'UNCONFIRMED', updatedAtMs }, NOW_MS)
    }
    expect(await read(at)).to.include({ unconfirmed: 3, unconfirmedSinceMs: NOW_MS - 9 })
  })

  it('adds up held money, by environment and currency', async () => {
    const tenant = aTenant()
    const other = aTenant()
    for (const one of [tenant, other]) await right(at.storage.catalog.save(recordsOf(one)))
    const pay = async (of: typeof tenant, environment: Message['environment']) =>
      (await acceptPaid(at.storage, { organizationId: of.organization.organizationId, environment })).message
        .charge
    const { amountMinor, currency } = await pay(tenant, 'test')
    await pay(other, 'test')
    await pay(other, 'production')
    expect((await read(at)).held).to.deep.equal([
      { environment: 'production', currency, heldMinor: amountMinor },
      { environment: 'test', currency, heldMinor: 2 * amountMinor },
    ])
  })
}

const ofPeople = (at: StorageUnderTest): void => {
  it('counts the OTPs of the last hour', async () => {
    const counted = (sliceMs: number, sends: number) => ({
      appId: fresh.id('app'),
      prefix: '+2217',
      sliceMs,
      sends,
      verified: 0,
    })
    const before = counted(NOW_MS - HOUR_MS - MINUTE_MS, 100)
    const first = counted(NOW_MS - HOUR_MS, 7)
    const prefixCounts = [before, first, counted(NOW_MS, 2)]
    await right(
      at.storage.acceptance.accept(anAcceptanceQuery(), () => ({
        ...writingNothing(undefined),
        prefixCounts,
      })),
    )
    const verified = [
      { ...before, verified: 50 },
      { ...first, verified: 3 },
    ]
    await right(
      at.storage.otp.work([], () => ({ challenges: [], verified, isCostly: false, result: undefined })),
    )
    expect(await read(at)).to.include({ otpsSent: 9, otpsVerified: 3 })
  })

  it('counts what waits for people', async () => {
    await sharing(at, (unit) => {
      unit.tickets.add(aTicket({ status: 'open' }))
      unit.tickets.add(aTicket({ status: 'closed' }))
      for (const status of ['waiting', 'waiting', 'active'] as const) unit.chats.add(aChat({ status }))
      for (const state of ['draft', 'internal_review', 'pending_vendor', 'approved'] as const)
        unit.templateDrafts.add(aDraft({ state }))
    })
    expect(await read(at)).to.include({ templateReviews: 2, openTickets: 1, waitingChats: 2 })
  })
}

/** Tests the overview of the platform's state. */
export const overviewSuite = (open: OpenStorage): void => {
  describe('the overview', () => {
    const at = useStorage(open, 'test')
    ofMessages(at)
    ofPeople(at)
  })
}
