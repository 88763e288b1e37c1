import type { Attempt } from '@postrider/core/providers/domain/calls/attempt'
import { accountKey } from '@postrider/core/ledger/domain/account'
import type { Message } from '@postrider/core/messaging/domain/messages/message'
import { emptyCatalog } from '@postrider/core/catalog/use-cases/catalog'
import { dispatchJobs } from '@postrider/core/messaging/use-cases/dispatch/dispatch-jobs'
import { openProviders } from '@postrider/core/providers/use-cases/calls/open-providers'
import { releaseParked as releaseParkedWith } from '@postrider/core/messaging/use-cases/dispatch/release-parked'
import { recordReports } from '@postrider/core/messaging/use-cases/dispatch/record-reports'
import { recordReceipts } from '@postrider/core/messaging/use-cases/receipts/record-receipts'
import { aMessage } from '@postrider/conformance/builders/a-message'
import { aReservation } from '@postrider/conformance/builders/a-posting'
import { fresh } from '@postrider/conformance/builders/fresh'
import { aDelivery, type WatchedDelivery } from './memory-queue.js'
import { attemptsOf, putAccounts, putAttempt } from './storage/tables.js'
import { aWorld, type WorldOptions } from './world.js'

/** A dispatcher's parts over the fakes, and accepted messages to dispatch. */
export const aDispatcher = (options: WorldOptions = {}) => {
  const world = aWorld(options)
  const { tables } = world.memory
  const catalog = emptyCatalog(world.ports)
  const reports = recordReports(world.ports)
  const incoming = recordReceipts(world.ports, reports)
  const providers = openProviders(world.ports, async (received) => void (await incoming.record(received)()))
  const jobs = dispatchJobs(world.ports, catalog, providers, reports)
  const releaseParked = releaseParkedWith(world.ports, jobs.capacity.circuits, providers)

  const accept = (overrides: Partial<Message> = {}): Message => {
    const { scope, template, price, accountKey: of } = world.tenant
    const account = tables.accounts.get(accountKey(of))
    if (account === undefined) throw new Error('the tenant has no account')
    const { templateId, templateVersionId } = template
    const charge = { ...aMessage().charge, priceVersionId: price.priceVersionId }
    const message = aMessage({ ...scope, templateId, templateVersionId, charge, ...overrides })
    const { messageId } = message
    const reserved = aReservation(account, message)
    putAccounts(tables, [reserved.account])
    tables.events.push(reserved.event)
    tables.messages.set(messageId, message)
    tables.accepted.set(fresh.hex(32), { ...message, key: messageId, material: '' })
    tables.outbox.set(messageId, { message, dueAtMs: message.acceptedAtMs, publications: 1 })
    return message
  }

  const begin = (message: Message): WatchedDelivery => {
    const delivery = aDelivery({ messageId: message.messageId, lane: message.lane })
    jobs.take(delivery)
    return delivery
  }

  /** Handles one delivery of the message to its end. */
  const dispatch = async (message: Message): Promise<'none' | 'ack' | 'back'> => {
    const delivery = begin(message)
    await world.time.until(jobs.idle())
    return delivery.answer()
  }

  const now = ({ messageId }: Message): Message => tables.messages.get(messageId) ?? aMessage({ messageId })
  const attempts = ({ messageId }: Message): readonly Attempt[] => attemptsOf(tables, messageId)
  const plantAttempt = (attempt: Attempt): void => putAttempt(tables, attempt)
  const dueAtMs = ({ messageId }: Message): number | undefined => tables.outbox.get(messageId)?.dueAtMs
  return {
    ...world,
    ...world.memory,
    accept,
    begin,
    dispatch,
    now,
    attempts,
    plantAttempt,
    dueAtMs,
    jobs,
    releaseParked,
    reports,
    incoming,
    catalog,
    providers,
  }
}
