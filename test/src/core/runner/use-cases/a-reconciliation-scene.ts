import { E } from '@postrider/core/fp'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Message } from '@postrider/core/messaging/domain/messages/message'
import type { ReceiptReport } from '@postrider/core/providers/domain/receipts/receipt'
import type { ProviderOpener } from '@postrider/core/providers/ports/provider'
import type { Ports } from '@postrider/core/assembly/ports'
import { emptyCatalog } from '@postrider/core/catalog/use-cases/catalog'
import { dispatchJobs } from '@postrider/core/messaging/use-cases/dispatch/dispatch-jobs'
import { openProviders } from '@postrider/core/providers/use-cases/calls/open-providers'
import { recordReports } from '@postrider/core/messaging/use-cases/dispatch/record-reports'
import { recordReceipts } from '@postrider/core/messaging/use-cases/receipts/record-receipts'
import { checkInvariants } from '@postrider/core/platform/use-cases/verification/check-invariants'
import { aMessage } from '@postrider/conformance/builders/a-message'
import { aTenant, recordsOf } from '@postrider/conformance/builders/a-tenant'
import { fresh } from '@postrider/conformance/builders/fresh'
import { right } from '@postrider/conformance/outcome'
import { acceptPaid } from '@postrider/conformance/storage/messaging/accepting'
import { evidenceOf } from '@postrider/conformance/storage/messaging/traces'
import { aDelivery } from '../../fakes/memory-queue.js'
import { scriptedProvider } from '../../fakes/scripted-provider.js'
import type { Office } from '../../assembly/an-office.js'

/** The part of the message that only the right key opens. */
export const SEALED = 'sealed by a key that may be lost'

/** A sending tenant, a dispatcher, and a scripted provider (by default), over the office's database. */
export const aReconciliationScene = async (at: Office, opener?: ProviderOpener) => {
  const tenant = aTenant()
  const { scope, template, price, providerAccount } = tenant
  await right(at.storage.catalog.save(recordsOf(tenant)))
  const provider = scriptedProvider()
  let isKeyLost = false
  const open = (sealed: string): E.Either<never, string> => {
    if (sealed !== SEALED) return E.right('{}')
    if (isKeyLost) throw new Error('the sealed text was changed')
    return E.right('{"code":"123456"}')
  }
  const ports: Ports = { ...at, providers: [opener ?? provider.opener], keyRing: { ...at.keyRing, open } }
  const reports = recordReports(ports)
  const incoming = recordReceipts(ports, reports)
  const providers = openProviders(ports, async (received) => void (await incoming.record(received)()))
  const jobs = dispatchJobs(ports, emptyCatalog(ports), providers, reports)

  const nowOf = async ({ messageId }: Message) => {
    const evidence = await evidenceOf(at.storage, messageId)
    if (evidence === undefined) throw new Error('the message is gone')
    return evidence
  }

  return {
    tenant,
    provider,
    loseKey: (isLost: boolean): void => {
      isKeyLost = isLost
    },
    accept: async (overrides: Partial<Message> = {}): Promise<Message> => {
      const { templateId, templateVersionId } = template
      const charge = { ...aMessage().charge, ...overrides.charge, priceVersionId: price.priceVersionId }
      const own = {
        ...scope,
        templateId,
        templateVersionId,
        acceptedAtMs: at.clock.nowMs(),
        ...overrides,
        charge,
      }
      return (await acceptPaid(at.storage, own)).message
    },
    /** Handles one delivery of the message to its end. */
    dispatch: async ({ messageId, lane }: Message): Promise<void> => {
      const delivery = aDelivery({ messageId, lane })
      jobs.take(delivery)
      while (delivery.answer() === 'none') {
        await at.time.advance(0)
        await sleep(1)
      }
    },
    /** Lets the provider report, and applies the report. */
    report: async (overrides: Partial<ReceiptReport>): Promise<void> => {
      const report: ReceiptReport = {
        providerAccountId: providerAccount.providerAccountId,
        messageId: undefined,
        providerMessageId: undefined,
        status: 'delivered',
        failureCode: undefined,
        recipient: undefined,
        providerTimeMs: undefined,
        eventKey: fresh.hex(16),
        raw: 'the report as it came, secret parts and all',
        ...overrides,
      }
      const state = { isDone: false }
      const applied = right(incoming.record({ reports: [report] }))
        .then(() => incoming.idle())
        .finally(() => (state.isDone = true))
      const mayBeHeldAtMs = Date.now() + 50
      while (!state.isDone) {
        await sleep(1)
        // A locked row is tried again after a pause in the scene's own time.
        if (Date.now() > mayBeHeldAtMs) await at.time.advance(10)
      }
      await applied
    },
    /** Finishes what is in progress, and closes what was opened. */
    close: async (): Promise<void> => {
      await jobs.idle()
      await providers.close()
    },
    nowOf,
    /** The state of the message, its billing, and the number of its bookings. */
    statusOf: async (message: Message) => {
      const { message: now, events } = await nowOf(message)
      return [now.state, now.billing, events.length]
    },
    /** The invariants that the message violates. */
    violations: async ({ messageId }: Message) =>
      (await right(checkInvariants(ports)())).violations.filter(({ subject }) => subject === messageId),
  }
}

export type ReconciliationScene = Awaited<ReturnType<typeof aReconciliationScene>>
