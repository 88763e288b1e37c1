import { LANES } from '@postrider/core/kernel/messages/lane'
import { accountKey, type AccountKey } from '@postrider/core/ledger/domain/account'
import { E } from '@postrider/core/fp'
import type { AcceptanceStorage } from '@postrider/core/messaging/ports/acceptance-storage'
import type { EventStorage } from '@postrider/core/events/ports/event-storage'
import type { FeedStorage } from '@postrider/core/feed/ports/feed-storage'
import type { OutboxStorage } from '@postrider/core/messaging/ports/outbox-storage'
import type { RetentionStorage } from '@postrider/core/platform/ports/retention-storage'
import type { Queue } from '@postrider/core/messaging/ports/queue'
import type { Clock } from '@postrider/core/kernel/ports/clock'
import type { Telemetry } from '@postrider/core/messaging/ports/telemetry'
import type { Postrider } from '@postrider/core/postrider'
import type { DispatchUseCases } from '@postrider/core/assembly/dispatching'
import type { Gauges } from '@postrider/web-server/hosting/gauges'
import type { HostLog } from '@postrider/web-server/hosting/host-log'
import type { DispatcherIntervals } from './pace.js'

export interface BackgroundJobNeeds {
  readonly ports: {
    readonly storage: {
      readonly acceptance: AcceptanceStorage
      readonly events: EventStorage
      readonly feed: FeedStorage
      readonly outbox: OutboxStorage
      readonly retention: RetentionStorage
    }
    readonly queue: Queue
    readonly clock: Clock
    readonly telemetry: Telemetry
  }
  readonly postrider: Pick<
    Postrider,
    | 'paceWork'
    | 'reconcile'
    | 'signHeads'
    | 'readFigures'
    | 'numberFeed'
    | 'purgeFeed'
    | 'numberEvents'
    | 'rollUpFlow'
    | 'indexRecipients'
    | 'countUsage'
    | 'purgeFlow'
    | 'purgeInbound'
    | 'purgeAttachments'
    | 'purgeBuckets'
    | 'purgeBulks'
    | 'purgeCookieSessions'
    | 'purgePeople'
    | 'purgePrefixCounts'
    | 'purgeProviderTests'
    | 'purgeResults'
    | 'purgeTestMessages'
    | 'eraseRecipients'
    | 'purgeUnreadable'
    | 'runBulks'
    | 'indexTickets'
    | 'sendMails'
    | 'reportExpiringCredentials'
    | 'reportLowBalances'
    | 'reportFailingWebhooks'
    | 'purgeWebhookAttempts'
    | 'readEventReceiver'
    | 'readWebhookBacklog'
  >
  readonly gauges: Gauges
  readonly log: HostLog
}

/** A background job runs once and returns the milliseconds until its next run. */
export type BackgroundJob = () => Promise<number>

/** The maximum to which changes without a number are counted. */
const MOST_UNNUMBERED = 10_000

/** Matches receipts again that arrived before the provider's response to their message. */
export const sweepReceipts =
  (
    { ports: { telemetry } }: BackgroundJobNeeds,
    dispatching: DispatchUseCases,
    { receiptSweepMs }: DispatcherIntervals,
  ): BackgroundJob =>
  async () => {
    const applied = await dispatching.receipts.applyWaiting()()
    if (E.isLeft(applied))
      telemetry.emit({ _tag: 'PartFailed', where: 'receipts', cause: applied.left.cause })
    return receiptSweepMs
  }

/** Keeps accounts open that receive reports over a session, as super admins have configured them. */
export const keepAccountsOpen =
  (
    { ports: { telemetry } }: BackgroundJobNeeds,
    dispatching: DispatchUseCases,
    { accountMs }: DispatcherIntervals,
  ): BackgroundJob =>
  async () => {
    const result = await dispatching.followAccounts()()
    if (E.isLeft(result)) telemetry.emit({ _tag: 'PartFailed', where: 'provider', cause: result.left.cause })
    return accountMs
  }

/** Starts requested tests of provider accounts. */
export const beginTests =
  (
    { ports: { telemetry } }: BackgroundJobNeeds,
    dispatching: DispatchUseCases,
    { testMs }: DispatcherIntervals,
  ): BackgroundJob =>
  async () => {
    const begun = await dispatching.runTests()()
    if (E.isLeft(begun)) telemetry.emit({ _tag: 'PartFailed', where: 'provider', cause: begun.left.cause })
    return testMs
  }

/** Releases parked messages whose accounts can be used again, or that are due. */
export const releaseParkedJob =
  (
    { ports: { telemetry } }: BackgroundJobNeeds,
    dispatching: DispatchUseCases,
    { releaseMs }: DispatcherIntervals,
  ): BackgroundJob =>
  async () => {
    const released = await dispatching.releaseParked()()
    if (E.isRight(released)) return released.right
    telemetry.emit({ _tag: 'PartFailed', where: 'relay', cause: released.left.cause })
    return releaseMs
  }

/** Reports the health of the accounts that are open here to other processes and to the metrics. */
export const tellHealth =
  (
    { ports: { telemetry }, gauges }: BackgroundJobNeeds,
    dispatching: DispatchUseCases,
    { healthMs }: DispatcherIntervals,
  ): BackgroundJob =>
  async () => {
    const published = await dispatching.publishHealth()()
    if (E.isRight(published)) gauges.health(published.right)
    else telemetry.emit({ _tag: 'PartFailed', where: 'provider', cause: published.left.cause })
    return healthMs
  }

/** Sends the service's own emails that are due, and continues at once while there are more. */
export const sendDueMails =
  ({ ports: { telemetry }, postrider }: BackgroundJobNeeds, { mailMs }: DispatcherIntervals): BackgroundJob =>
  async () => {
    const sent = await postrider.sendMails()()
    if (E.isLeft(sent)) telemetry.emit({ _tag: 'PartFailed', where: 'mail', cause: sent.left.cause })
    return E.isRight(sent) && sent.right > 0 ? 0 : mailMs
  }

/** Queues emails about balances that fell below their thresholds. */
export const watchBalances =
  (
    { ports: { telemetry }, postrider }: BackgroundJobNeeds,
    { balanceMs }: DispatcherIntervals,
  ): BackgroundJob =>
  async () => {
    const reported = await postrider.reportLowBalances()()
    if (E.isLeft(reported)) telemetry.emit({ _tag: 'PartFailed', where: 'mail', cause: reported.left.cause })
    return balanceMs
  }

/** Leaves events for credentials that expire soon. */
export const watchCredentials =
  (
    { ports: { telemetry }, postrider }: BackgroundJobNeeds,
    { credentialMs }: DispatcherIntervals,
  ): BackgroundJob =>
  async () => {
    const reported = await postrider.reportExpiringCredentials()()
    if (E.isRight(reported)) return reported.right > 0 ? 0 : credentialMs
    telemetry.emit({ _tag: 'PartFailed', where: 'credentials', cause: reported.left.cause })
    return credentialMs
  }

/** Queues emails about webhook endpoints that fail or were disabled. */
export const watchWebhooks =
  (
    { ports: { telemetry }, postrider }: BackgroundJobNeeds,
    { webhookNoticeMs }: DispatcherIntervals,
  ): BackgroundJob =>
  async () => {
    const reported = await postrider.reportFailingWebhooks()()
    if (E.isLeft(reported)) telemetry.emit({ _tag: 'PartFailed', where: 'mail', cause: reported.left.cause })
    return webhookNoticeMs
  }

/** Starts deliveries to webhook endpoints that have some, and continues at once while there are more. */
export const deliverToWebhooks =
  (
    { ports: { telemetry } }: BackgroundJobNeeds,
    { webhooks }: DispatchUseCases,
    { webhookMs, webhookRetryMs }: DispatcherIntervals,
  ): BackgroundJob =>
  async () => {
    const begun = await webhooks.turn()()
    if (E.isRight(begun)) return begun.right ? 0 : webhookMs
    telemetry.emit({ _tag: 'PartFailed', where: 'webhooks', cause: begun.left.cause })
    return webhookRetryMs
  }

/** Runs bulk decisions, and continues after a short pause while there are more items. */
export const workAtBulks = (
  { ports: { telemetry }, postrider }: BackgroundJobNeeds,
  { bulkMs }: DispatcherIntervals,
): BackgroundJob => {
  const work = postrider.paceWork('awaited')
  return async () => {
    const turn = await work.turn(postrider.runBulks())
    if (turn._tag === 'NotYet') return turn.restMs
    const worked = turn.result
    if (E.isLeft(worked)) telemetry.emit({ _tag: 'PartFailed', where: 'bulk', cause: worked.left.cause })
    return E.isRight(worked) && worked.right ? turn.restMs : bulkMs
  }
}

/** The number of ticket texts in one batch. */
const INDEXED = { least: 5, most: 100 }

/** Adds new texts of tickets to the ticket search, and continues after a short pause while there are more. */
export const indexTicketsJob = (
  { ports: { telemetry }, postrider }: BackgroundJobNeeds,
  { ticketMs }: DispatcherIntervals,
): BackgroundJob => {
  const work = postrider.paceWork('upkeep', INDEXED)
  return async () => {
    const runBatch = async (size: number): Promise<boolean> => {
      const indexed = await postrider.indexTickets(size)()
      if (E.isLeft(indexed))
        telemetry.emit({ _tag: 'PartFailed', where: 'ticket-search', cause: indexed.left.cause })
      return E.isRight(indexed) && indexed.right.isMore
    }
    const turn = await work.turn(runBatch, (isMore) => isMore)
    return turn._tag === 'NotYet' || turn.result ? turn.restMs : ticketMs
  }
}

/** Compares a slice of the accounts with their ledgers; reports drift when it appears and when it is gone. */
export const reconcileSlice = (
  { ports: { telemetry }, postrider, gauges, log }: BackgroundJobNeeds,
  { reconcileMs }: DispatcherIntervals,
): BackgroundJob => {
  const work = postrider.paceWork('upkeep')
  let after: AccountKey | undefined
  let known = new Map<string, string>()
  let found = new Map<string, string>()
  const endRound = (): void => {
    gauges.driftingAccounts(found.size)
    for (const account of known.keys())
      if (!found.has(account)) log.info({ account }, 'account matches its ledger again')
    known = found
    found = new Map()
  }
  return async () => {
    const turn = await work.turn(postrider.reconcile(after))
    if (turn._tag === 'NotYet') return turn.restMs
    const slice = turn.result
    const nextMs = Math.max(reconcileMs, turn.restMs)
    if (E.isLeft(slice)) {
      telemetry.emit({ _tag: 'PartFailed', where: 'reconciler', cause: slice.left.cause })
      return nextMs
    }
    for (const drifting of slice.right.drifting) {
      const account = accountKey(drifting)
      const finding = drifting.finding ?? ''
      if (!known.has(account)) log.error({ account, finding }, 'account differs from its ledger')
      found.set(account, finding)
    }
    after = slice.right.next
    if (after === undefined) endRound()
    return nextMs
  }
}

/** Signs the heads of the ledger once an hour, and writes them to the log, whose copies preserve them. */
export const signDueHeads = (
  { ports: { telemetry }, postrider, log }: BackgroundJobNeeds,
  { headsMs }: DispatcherIntervals,
): BackgroundJob => {
  const work = postrider.paceWork('upkeep')
  return async () => {
    const turn = await work.turn(postrider.signHeads())
    if (turn._tag === 'NotYet') return turn.restMs
    const signed = turn.result
    if (E.isLeft(signed))
      telemetry.emit({ _tag: 'PartFailed', where: 'ledger-heads', cause: signed.left.cause })
    else for (const ledgerHeads of signed.right) log.info({ ledgerHeads }, 'ledger heads')
    return headsMs
  }
}

/** Reads the gauges that aren't counted as events: backlogs and their sizes. */
export const readGauges =
  (
    { ports: { storage, queue, clock, telemetry }, gauges }: BackgroundJobNeeds,
    { gaugeMs }: DispatcherIntervals,
  ): BackgroundJob =>
  async () => {
    const nowMs = clock.nowMs()
    const { outbox, feed } = storage
    const [listed, since, unnumbered, head] = await Promise.all([
      outbox.count()(),
      outbox.waitingSince(LANES, nowMs)(),
      feed.waiting(MOST_UNNUMBERED)(),
      feed.head()(),
    ])
    const lost = [listed, since, unnumbered].find(E.isLeft) ?? head
    if (E.isLeft(lost)) telemetry.emit({ _tag: 'PartFailed', where: 'gauges', cause: lost.left.cause })
    if (E.isRight(listed) && E.isRight(since)) gauges.outbox(listed.right, nowMs - (since.right ?? nowMs))
    if (E.isRight(unnumbered) && E.isRight(head)) gauges.feed(unnumbered.right, head.right.seq)
    const isUp = queue.isUp()
    gauges.queueUp(isUp)
    if (!isUp) return gaugeMs
    for (const lane of LANES) {
      const depth = await queue.depth(lane)()
      if (E.isRight(depth)) gauges.queueDepth(lane, depth.right)
    }
    return gaugeMs
  }

/** Counts the tasks that wait for people and what is stopped; runs seldom, because it reads many rows. */
export const showFiguresJob =
  (
    { ports: { telemetry, storage, clock }, postrider, gauges }: BackgroundJobNeeds,
    { figureMs }: DispatcherIntervals,
  ): BackgroundJob =>
  async () => {
    const read = await postrider.readFigures()()
    const nowMs = clock.nowMs()
    const retained = await storage.retention.figures(nowMs)()
    if (E.isRight(retained)) gauges.retained(retained.right, nowMs)
    else telemetry.emit({ _tag: 'PartFailed', where: 'gauges', cause: retained.left.cause })
    const backlog = await postrider.readWebhookBacklog()()
    if (E.isRight(backlog)) gauges.webhooks(backlog.right, nowMs)
    else telemetry.emit({ _tag: 'PartFailed', where: 'gauges', cause: backlog.left.cause })
    const receiver = await postrider.readEventReceiver()()
    if (E.isRight(receiver)) gauges.receiver(receiver.right, nowMs)
    else telemetry.emit({ _tag: 'PartFailed', where: 'gauges', cause: receiver.left.cause })
    if (E.isRight(read)) gauges.figures(read.right)
    else telemetry.emit({ _tag: 'PartFailed', where: 'gauges', cause: read.left.cause })
    return figureMs
  }
