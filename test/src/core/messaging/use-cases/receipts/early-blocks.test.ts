import { expect } from 'chai'
import { HOUR_MS } from '@postrider/core/kernel/time/epoch-ms'
import { recordReports } from '@postrider/core/messaging/use-cases/dispatch/record-reports'
import { recordReceipts } from '@postrider/core/messaging/use-cases/receipts/record-receipts'
import { providerReference } from '@postrider/core/providers/domain/receipts/provider-reference'
import type { ReceiptReport } from '@postrider/core/providers/domain/receipts/receipt'
import { aTenant, recordsOf, type Tenant } from '@postrider/conformance/builders/a-tenant'
import { fresh } from '@postrider/conformance/builders/fresh'
import { right } from '@postrider/conformance/outcome'
import { acceptPaid } from '@postrider/conformance/storage/messaging/accepting'
import { claim } from '@postrider/conformance/storage/messaging/claiming'
import { NO_WORK, workItemOf } from '@postrider/conformance/storage/messaging/settling'
import { useOffice } from '../../../assembly/an-office.js'

const ASHA = '+919876543210'

describe("A report that a recipient is blocked, before the message's reference is stored", () => {
  const office = useOffice()
  let asha: Tenant
  let incoming: ReturnType<typeof recordReceipts>

  beforeEach(async () => {
    asha = aTenant()
    await right(office.at.storage.catalog.save(recordsOf(asha)))
    incoming = recordReceipts(office.at, recordReports(office.at))
  })

  const report = async (overrides: Partial<ReceiptReport>): Promise<void> => {
    const { providerAccountId } = asha.providerAccount
    const reported: ReceiptReport = {
      providerAccountId,
      messageId: undefined,
      providerMessageId: undefined,
      recipient: ASHA,
      status: 'undelivered',
      failureCode: 'recipient_blocked',
      suppresses: 'opt_out',
      providerTimeMs: undefined,
      eventKey: fresh.hex(8),
      raw: '',
      ...overrides,
    }
    await right(incoming.record({ reports: [reported] }))
    await incoming.idle()
  }

  /** Sends a message that the provider accepts under this identifier. */
  const sendAs = async (providerMessageId: string): Promise<void> => {
    const { storage, clock } = office.at
    const { message } = await acceptPaid(storage, { ...asha.scope, to: ASHA })
    const { providerAccountId } = asha.providerAccount
    const [attempt] = await claim(storage, [message.messageId], clock.nowMs(), { providerAccountId })
    const accepted = {
      ...(attempt ?? expect.fail('the claim was lost')),
      phase: 'accepted',
      providerMessageId,
      providerReference: providerReference(providerMessageId),
      endedAtMs: clock.nowMs(),
    } as const
    const work = () => ({ ...NO_WORK, attempts: [accepted], result: undefined })
    await right(storage.dispatch.work([workItemOf(message.messageId)], work))
  }

  const sweepAfter = async (ms: number): Promise<void> => {
    await office.at.time.advance(ms)
    await right(incoming.applyWaiting())
  }

  const suppressions = async () => {
    const { organizationId } = asha.organization
    const olga = await office.at.operator(['admin.messages'])
    const list = await office.at.doneAbove(olga, 'listSuppressions', { organizationId })
    return list.suppressions.map(({ source, scope }) => `${source} ${scope}`)
  }

  it('suppresses them once it is stored', async () => {
    const id = `early-${fresh.hex(8)}`
    await report({ providerMessageId: id })
    await sweepAfter(3_000)
    expect(await suppressions()).to.deep.equal([])
    await sendAs(id)
    await sweepAfter(1)
    expect(await suppressions()).to.deep.equal(['opt_out all'])
    await office.at.acts()
  })

  it('waits for 72 hours, and not at all if it has our own reference', async () => {
    const [early, other] = [`early-${fresh.hex(8)}`, `other-${fresh.hex(8)}`]
    await report({ providerMessageId: early })
    await sweepAfter(72 * HOUR_MS)
    await sendAs(early)
    await report({ providerMessageId: other, messageId: fresh.id('msg') })
    await sendAs(other)
    await sweepAfter(3_000)
    expect(await suppressions()).to.deep.equal([])
  })
})
