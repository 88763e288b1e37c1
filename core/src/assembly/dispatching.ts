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
import { openProviders } from '../providers/use-cases/calls/open-providers.js'
import type { Recorded } from '../messaging/use-cases/dispatch/record-reports.js'
import { runProviderTests } from '../providers/use-cases/provider-tests/run-provider-tests.js'
import { healthReporter } from '../providers/use-cases/calls/publish-health.js'
import { releaseParked } from '../messaging/use-cases/dispatch/release-parked.js'
import { relayDue, type RelayLimits, type RelayTurn } from '../messaging/use-cases/dispatch/relay.js'

/** What a dispatcher process does, piece by piece; its host says when. */
export interface DispatchUseCases {
  /** Takes what is due in a lane from the outbox to the queue, once. Not twice at a time for the same lane. */
  relay(lane: Lane): Promise<RelayTurn>
  /** Sees one queue delivery through and answers it. */
  take(delivery: Delivery): void
  /** Releases parked messages whose accounts can be used again, or that are due; right: after how many milliseconds to look again. */
  releaseParked(): TE.TaskEither<Outage, number>
  /** Opens the accounts that hear of reports by themselves, as they are now, and closes those that are disabled. Right: done, but for what telemetry was told. */
  followAccounts(): TE.TaskEither<Outage, void>
  /** Tells the other processes how the accounts that are open here stand, where that is due; right: how they stand. */
  publishHealth(): TE.TaskEither<Outage, ReadonlyMap<ProviderAccountId, AccountHealth>>
  /** Begins the tests of provider accounts that wait, as far as no other process takes them; right: how many. */
  runTests(): TE.TaskEither<Outage, number>
  /** Receipts from outside: webhooks and the like. */
  readonly receipts: Receipts
  /** Mails that came back, and complaints. */
  readonly bounces: Bounces
  /** Begins no call any more, and gives back at once what was claimed and not begun; what is taken goes back to the queue. */
  stop(): void
  /** Stops, finishes what is under way, then closes the providers. Stop taking deliveries first. */
  close(): Promise<void>
}

type Needs = Ports & { readonly relay: RelayLimits; readonly publicUrl: string }

/** Those that write what is learned: one of each in a process, whoever learns it. */
interface Recorders {
  readonly reports: Batcher<Report, Recorded>
  readonly receipts: Receipts
}

/** How accounts stand, and how this process treats them: which it leaves alone, and which it calls less often. */
const asTreated = (
  healthByAccount: ReadonlyMap<ProviderAccountId, AccountHealth>,
  jobs: Pick<JobDispatch, 'isCircuitOpen' | 'slowedTo'>,
): ReadonlyMap<ProviderAccountId, AccountHealth> =>
  new Map(
    [...healthByAccount].map(([accountId, one]) => {
      const slowedTo = jobs.slowedTo(accountId)
      return [
        accountId,
        {
          ...one,
          ...(jobs.isCircuitOpen(accountId) && { isCircuitOpen: true as const }),
          ...(slowedTo !== undefined && { slowedTo }),
        },
      ]
    }),
  )

/** Puts the dispatcher's parts together: one recorder for calls, endings and receipts alike. */
export const dispatching = (
  needs: Needs,
  catalog: Catalog,
  { reports, receipts: incoming }: Recorders,
): DispatchUseCases => {
  const providers = openProviders(needs, async (received) => {
    const stored = await incoming.record(received)()
    if (E.isLeft(stored)) throw new Error(`reports were not stored: ${stored.left.cause}`)
  })
  const relays = byLane((lane) => relayDue(needs, lane))
  const jobs = dispatchJobs(needs, catalog, providers, reports)
  const tests = runProviderTests(needs, providers, jobs.capacity)
  const health = healthReporter(needs, { health: () => asTreated(providers.health(), jobs) })
  return {
    relay: (lane) => relays[lane](),
    take: jobs.take,
    releaseParked: releaseParked(needs, jobs.capacity.circuits, providers),
    followAccounts: followAccounts(needs, providers),
    publishHealth: health.say,
    receipts: incoming,
    bounces: takeBounces(needs, incoming),
    runTests: tests.run,
    stop: jobs.stop,
    close: async () => {
      jobs.stop()
      await Promise.all([jobs.idle(), tests.idle()])
      await providers.close()
      await incoming.idle()
      await reports.idle()
      // Who does not hear of it forgets it by itself.
      await health.leave()()
    },
  }
}
