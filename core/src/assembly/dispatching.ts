import type { AccountHealth } from '../providers/domain/calls/account-health.js'
import type { ProviderAccountId } from '../kernel/ids/id.js'
import type { Lane } from '../kernel/messages/lane.js'
import type { Ports } from './ports.js'
import type { Delivery } from '../messaging/ports/queue.js'
import type { Outage } from '../kernel/refusals/outage.js'
import { E, type TE } from '../fp.js'
import { byLane } from '../kernel/batching/by-lane.js'
import type { Catalog } from '../catalog/use-cases/catalog.js'
import type { Batcher } from '../kernel/batching/batcher.js'
import type { Report } from '../messaging/domain/dispatch/report.js'
import type { Receipts } from '../messaging/use-cases/receipts/record-receipts.js'
import { type Bounces, takeBounces } from '../messaging/use-cases/receipts/take-bounces.js'
import { dispatchJobs, type JobDispatch } from '../messaging/use-cases/dispatch/dispatch-jobs.js'
import { followAccounts } from '../providers/use-cases/calls/follow-accounts.js'
import { followFaults } from '../providers/use-cases/calls/follow-faults.js'
import { openProviders } from '../providers/use-cases/calls/open-providers.js'
import type { Recorded } from '../messaging/use-cases/dispatch/record-reports.js'
import { syncTemplates } from '../providers/use-cases/templates/sync-templates.js'
import type { ProviderSink } from '../providers/ports/provider-reports.js'
import { runProviderTests } from '../providers/use-cases/provider-tests/run-provider-tests.js'
import { healthReporter } from '../providers/use-cases/calls/publish-health.js'
import { releaseParked } from '../messaging/use-cases/dispatch/release-parked.js'
import { deliverWebhooks, type WebhookDelivery } from '../webhooks/use-cases/deliver-webhooks.js'
import { relayDue, type RelayLimits, type RelayTurn } from '../messaging/use-cases/dispatch/relay.js'

/** The work of a dispatcher process, step by step; its host decides when each step runs. */
export interface DispatchUseCases {
  /**
   * Moves due messages of a lane from the outbox to the queue, once. Don't run it twice at a time for the
   * same lane.
   */
  relay(lane: Lane): Promise<RelayTurn>
  /** Processes one queue delivery and acknowledges it. */
  take(delivery: Delivery): void
  /**
   * Releases parked messages that are due, or whose accounts can be used again. Right: after how many
   * milliseconds to check again.
   */
  releaseParked(): TE.TaskEither<Outage, number>
  /**
   * Opens the accounts that receive delivery reports by themselves, with their present settings, and closes
   * disabled ones. Right: done; failures are only reported to telemetry.
   */
  followAccounts(): TE.TaskEither<Outage, void>
  /**
   * Publishes the health of the accounts that are open here to the other processes, if that is due. Right:
   * their health.
   */
  publishHealth(): TE.TaskEither<Outage, ReadonlyMap<ProviderAccountId, AccountHealth>>
  /** Starts waiting tests of provider accounts that no other process has taken. Right: how many. */
  runTests(): TE.TaskEither<Outage, number>
  /**
   * Compares the registered texts with the templates that their vendors have, and records the differences.
   * Right: how many.
   */
  syncTemplates(): TE.TaskEither<Outage, number>
  /** Receipts from outside, for example webhooks. */
  readonly receipts: Receipts
  /** Bounced emails and complaints. */
  readonly bounces: Bounces
  /** The delivery of events to webhook endpoints. */
  readonly webhooks: Pick<WebhookDelivery, 'turn'>
  /** Starts no further calls, and returns claimed messages whose calls haven't started to the queue. */
  stop(): void
  /** Stops, finishes calls in progress, then closes the providers. Stop taking deliveries first. */
  close(): Promise<void>
}

type Needs = Ports & { readonly relay: RelayLimits; readonly publicUrl: string }

/** The recorders of results: one of each in a process, shared by all sources. */
interface Recorders {
  readonly reports: Batcher<Report, Recorded>
  readonly receipts: Receipts
}

/**
 * The health of accounts, including how this process treats them: which it avoids, and which it calls less
 * often.
 */
const asTreated = (
  healthByAccount: ReadonlyMap<ProviderAccountId, AccountHealth>,
  jobs: Pick<JobDispatch, 'isCircuitOpen' | 'faultOf' | 'slowedTo'>,
): ReadonlyMap<ProviderAccountId, AccountHealth> =>
  new Map(
    [...healthByAccount].map(([accountId, one]) => {
      const slowedTo = jobs.slowedTo(accountId)
      const fault = jobs.faultOf(accountId)
      return [
        accountId,
        {
          ...one,
          ...(fault !== undefined && { status: 'refused' as const, detail: fault }),
          ...(jobs.isCircuitOpen(accountId) && { isCircuitOpen: true as const }),
          ...(slowedTo !== undefined && { slowedTo }),
        },
      ]
    }),
  )

/**
 * Assembles the parts of the dispatcher, with one recorder for call results, final states and receipts alike.
 */
export const dispatching = (
  needs: Needs,
  catalog: Catalog,
  { reports, receipts: incoming }: Recorders,
): DispatchUseCases => {
  const sink: ProviderSink = async (received) => {
    const stored = await incoming.record(received)()
    if (E.isLeft(stored)) throw new Error(`reports were not stored: ${stored.left.cause}`)
  }
  const providers = openProviders(needs, sink)
  const relays = byLane((lane) => relayDue(needs, lane))
  const jobs = dispatchJobs(needs, catalog, providers, reports)
  const tests = runProviderTests(needs, providers, jobs.capacity)
  const faults = followFaults(needs, jobs.capacity.circuits)
  const webhooks = deliverWebhooks(needs)
  const health = healthReporter(needs, { health: () => asTreated(providers.health(), jobs) })
  return {
    relay: (lane) => relays[lane](),
    take: jobs.take,
    releaseParked: releaseParked(needs, jobs.capacity.circuits, providers),
    followAccounts: followAccounts(needs, providers),
    publishHealth: () => async () => {
      const followed = await faults()()
      return E.isLeft(followed) ? followed : health.say()()
    },
    receipts: incoming,
    bounces: takeBounces(needs, incoming),
    webhooks,
    runTests: tests.run,
    syncTemplates: syncTemplates(needs, providers, sink),
    stop: () => {
      jobs.stop()
      webhooks.stop()
    },
    close: async () => {
      jobs.stop()
      webhooks.stop()
      await Promise.all([jobs.idle(), tests.idle(), webhooks.idle()])
      await providers.close()
      await incoming.idle()
      await reports.idle()
      // Processes that don't get this notice drop the health entries after a while.
      await health.leave()()
    },
  }
}
