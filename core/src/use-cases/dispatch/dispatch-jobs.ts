import type { PreparedCatalog } from '../../domain/catalog/prepared-catalog.js'
import type { Attempt } from '../../domain/dispatch/attempt.js'
import { nextStep, type Step } from '../../domain/dispatch/next-step.js'
import type { Report } from '../../domain/dispatch/report.js'
import type { AppId, MessageId } from '../../domain/ids/id.js'
import type { Message } from '../../domain/messages/message.js'
import type { EpochMs } from '../../domain/time/epoch-ms.js'
import { E } from '../../fp.js'
import type { Ports } from '../../ports/ports.js'
import type { Delivery } from '../../ports/queue.js'
import type { ClaimPlan, HeldMessage } from '../../ports/storage/dispatch-storage.js'
import { type Coalescer, coalesce } from '../batching/coalesce.js'
import type { CatalogCache } from '../catalog/catalog-cache.js'
import { callProvider, type ClaimedCall, findOut, LEASE_MARGIN_MS } from './call-provider.js'
import type { OpenProviders } from './open-providers.js'
import type { Recorded } from './record-reports.js'

/** A message and what is to be done for it, decided while it was held. */
type Assignment =
  | { readonly _tag: 'Submit'; readonly call: ClaimedCall; readonly attempt: Attempt }
  | {
      readonly _tag: 'Other'
      readonly message: Message
      readonly step: Step
      readonly prepared: PreparedCatalog
    }
  | { readonly _tag: 'CatalogNeeded'; readonly appId: AppId }
  | { readonly _tag: 'Unknown' }

const CLAIM_LIMITS = { lanes: 2, maxBatch: 500, maxWaiting: 100_000 }

const beginAttempt = (message: Message, call: ClaimedCall, nowMs: EpochMs): Attempt => ({
  messageId: message.messageId,
  number: call.attempt,
  providerAccountId: call.account.providerAccountId,
  phase: 'intent',
  providerMessageId: undefined,
  providerReference: undefined,
  detail: undefined,
  startedAtMs: nowMs,
  endedAtMs: undefined,
})

const assign = (
  { message, lastAttempt }: HeldMessage,
  prepared: PreparedCatalog,
  nowMs: EpochMs,
): Assignment => {
  const step = nextStep(message, lastAttempt, prepared, nowMs)
  const template = prepared.templates.get(message.templateId)
  const configuration = prepared.catalog.configurations.get(message.channel)
  if (step._tag !== 'Submit' || template === undefined || configuration === undefined) {
    return { _tag: 'Other', message, step, prepared }
  }
  const { account } = step
  const leaseUntilMs = nowMs + account.timeoutMs + LEASE_MARGIN_MS
  const call = { message, attempt: message.attempt + 1, leaseUntilMs, account, configuration, template }
  return { _tag: 'Submit', call, attempt: beginAttempt(message, call, nowMs) }
}

/**
 * Takes jobs off the queue and sees them through (reliability 2.5 and 2.6): claims in batches, with the intent to
 * call written first; calls providers side by side; records the outcomes in batches; answers the queue last.
 */
export const dispatchJobs = (
  ports: Pick<Ports, 'storage' | 'clock' | 'timers' | 'telemetry'>,
  catalogs: CatalogCache,
  providers: OpenProviders,
  reports: Coalescer<Report, Recorded>,
): { take(delivery: Delivery): void; idle(): Promise<void> } => {
  const { storage, clock, timers, telemetry } = ports
  const call = callProvider(ports, providers)
  let underWay = 0
  const idlers: Array<() => void> = []

  const decide =
    (messageIds: readonly MessageId[], epoch: number) =>
    (held: ReadonlyMap<MessageId, HeldMessage>): ClaimPlan<readonly Assignment[]> => {
      const nowMs = clock.nowMs()
      const assignments = messageIds.map((messageId): Assignment => {
        const found = held.get(messageId)
        if (found === undefined) return { _tag: 'Unknown' }
        const prepared = catalogs.peek(found.message.appId, epoch)
        return prepared === undefined
          ? { _tag: 'CatalogNeeded', appId: found.message.appId }
          : assign(found, prepared, nowMs)
      })
      const claims = assignments.flatMap((one) =>
        one._tag === 'Submit' ? [{ attempt: one.attempt, leaseUntilMs: one.call.leaseUntilMs }] : [],
      )
      return { claims, result: assignments }
    }

  const carryOut = async (assignment: Assignment): Promise<Report | undefined> => {
    if (assignment._tag === 'Submit') {
      const { messageId, number, providerAccountId, startedAtMs } = assignment.attempt
      const outcome = await call(assignment.call)
      return { _tag: 'Called', messageId, attempt: number, providerAccountId, startedAtMs, outcome }
    }
    if (assignment._tag !== 'Other') return undefined
    const { message, step, prepared } = assignment
    if (step._tag === 'End') return { _tag: 'Ended', messageId: message.messageId, ending: step.ending }
    return step._tag === 'FindOut' ? reportFound(message, step.attempt, prepared) : undefined
  }

  /** A call that was begun and whose end nobody wrote down: the provider is asked where it can be (F38). */
  const reportFound = async (
    message: Message,
    attempt: Attempt,
    prepared: PreparedCatalog,
  ): Promise<Report> => {
    const { messageId, number, providerAccountId, startedAtMs } = attempt
    const account = prepared.catalog.providerAccounts.get(providerAccountId)
    const detail = 'the call was interrupted'
    const outcome =
      account === undefined
        ? { _tag: 'OutcomeUnknown' as const, detail }
        : await findOut(ports, providers.get(account), account, message, detail)
    return { _tag: 'Called', messageId, attempt: number, providerAccountId, startedAtMs, outcome }
  }

  const finish = async (delivery: Delivery, assignment: Assignment): Promise<void> => {
    try {
      const report = await carryOut(assignment)
      const recorded = report === undefined ? undefined : await reports.submit(report)
      const isDone = recorded === undefined || (E.isRight(recorded) && recorded.right === 'recorded')
      if (isDone) delivery.ack()
      else delivery.giveBack()
    } catch (cause) {
      telemetry.happened({
        _tag: 'Trouble',
        where: 'dispatch',
        cause: cause instanceof Error ? cause.message : '',
      })
      delivery.giveBack()
    } finally {
      underWay -= 1
      if (underWay === 0) for (const resolve of idlers.splice(0)) resolve()
    }
  }

  const giveBack = (deliveries: readonly Delivery[], cause: string): void => {
    telemetry.happened({ _tag: 'Trouble', where: 'claim', cause })
    for (const delivery of deliveries) delivery.giveBack()
    underWay -= deliveries.length
    if (underWay === 0) for (const resolve of idlers.splice(0)) resolve()
  }

  const claim = async (deliveries: readonly Delivery[]): Promise<void> => {
    const epoch = await storage.catalog.epoch()()
    if (E.isLeft(epoch)) return giveBack(deliveries, epoch.left.cause)
    const messageIds = deliveries.map(({ job }) => job.messageId)
    const claimed = await storage.dispatch.claim([...new Set(messageIds)], (held) =>
      decide([...new Set(messageIds)], epoch.right)(held),
    )()
    if (E.isLeft(claimed)) return giveBack(deliveries, claimed.left.cause)
    return distribute(deliveries, claimed.right)
  }

  /** Each delivery gets its message's assignment; the second delivery of one message has nothing to do. */
  const distribute = async (
    deliveries: readonly Delivery[],
    assignments: readonly Assignment[],
  ): Promise<void> => {
    const byMessage = new Map<MessageId, Assignment>()
    const order = [...new Set(deliveries.map(({ job }) => job.messageId))]
    order.forEach((messageId, at) => byMessage.set(messageId, assignments[at] ?? { _tag: 'Unknown' }))
    const waiting: Delivery[] = []
    const needed = new Set<AppId>()
    for (const delivery of deliveries) {
      const assignment = byMessage.get(delivery.job.messageId) ?? { _tag: 'Unknown' as const }
      if (assignment._tag === 'CatalogNeeded') {
        needed.add(assignment.appId)
        waiting.push(delivery)
        continue
      }
      byMessage.set(delivery.job.messageId, { _tag: 'Unknown' })
      void finish(delivery, assignment)
    }
    if (waiting.length === 0) return
    const loaded = await Promise.all([...needed].map((appId) => catalogs.get(appId, Number.MAX_SAFE_INTEGER)))
    const failed = loaded.find(E.isLeft)
    if (failed !== undefined) return giveBack(waiting, failed.left.cause)
    return claim(waiting)
  }

  const claims = coalesce({
    ...CLAIM_LIMITS,
    timers,
    run: async (deliveries: readonly Delivery[]) => {
      await claim(deliveries)
      return deliveries
    },
  })

  return {
    take: (delivery) => {
      underWay += 1
      void claims.submit(delivery).then((taken) => {
        if (E.isLeft(taken)) giveBack([delivery], taken.left.cause)
      })
    },
    idle: () => (underWay === 0 ? Promise.resolve() : new Promise((resolve) => idlers.push(resolve))),
  }
}
