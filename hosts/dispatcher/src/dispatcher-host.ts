import { type Lane, LANES } from '@postrider/core/kernel/messages/lane'
import { E } from '@postrider/core/fp'
import type { HealthStorage } from '@postrider/core/platform/ports/health-storage'
import type { Timers } from '@postrider/core/kernel/ports/timers'
import type { IpAddresses } from '@postrider/core/limits/ports/ip-addresses'
import type { ServicePart } from '@postrider/core/kernel/telemetry/service-parts'
import type { Consumer } from '@postrider/core/messaging/ports/queue'
import type { Postrider } from '@postrider/core/postrider'
import type { DispatchUseCases } from '@postrider/core/assembly/dispatching'
import { checkDatabase, type DatabaseProblem } from '@postrider/web-server/hosting/check-database'
import {
  type BackgroundJob,
  beginTests,
  deliverToWebhooks,
  type BackgroundJobNeeds,
  keepAccountsOpen,
  readGauges,
  reconcileSlice,
  releaseParkedJob,
  sendDueMails,
  watchBalances,
  watchCredentials,
  watchWebhooks,
  showFiguresJob,
  signDueHeads,
  sweepReceipts,
  tellHealth,
  workAtBulks,
  indexTicketsJob,
} from './background-jobs.js'
import { erasing, purges } from './removals.js'
import { syncTemplatesJob } from './template-job.js'
import type { BounceIntake } from './bounces/bounce-intake.js'
import { startConsuming } from './consuming.js'
import { type FeedSequencer, startFeedSequencer } from '@postrider/web-server/hosting/feed-sequencer'
import { type Loop, startLoop } from '@postrider/web-server/hosting/loop'
import { DEFAULT_PACE, type DispatcherIntervals } from './pace.js'

export interface DispatcherNeeds extends BackgroundJobNeeds {
  readonly ports: BackgroundJobNeeds['ports'] & {
    readonly storage: { readonly health: HealthStorage }
    readonly timers: Timers
    readonly ipAddresses: IpAddresses
  }
  readonly postrider: BackgroundJobNeeds['postrider'] & Pick<Postrider, 'dispatching'>
  readonly pace?: Partial<DispatcherIntervals>
}

/** The process that sends accepted messages. */
export interface DispatcherHost {
  /**
   * Starts working. Left, without starting: the database isn't migrated or not durable. It waits for a
   * database that doesn't respond.
   */
  start(): Promise<E.Either<string, void>>
  /**
   * Listens for bounced emails, once it is started, and returns the port. `exemptAddresses`: address ranges
   * whose connections aren't counted; default none. Rejects if it can't listen there.
   */
  listenForBounces(host: string, port: number, exemptAddresses?: readonly string[]): Promise<number>
  /** Called after an acceptance in this process: the relays check at once. */
  wake(): void
  /**
   * Stops accepting, finishes work in progress, closes the providers. Resolves within the time limit of its
   * pace; left: some work remains, and other dispatchers will do it.
   */
  stop(): Promise<E.Either<string, void>>
}

/** The work between start and stop. */
interface Work {
  readonly dispatching: DispatchUseCases
  /** One per lane, so that urgent lanes don't wait for others. */
  readonly relays: readonly Loop[]
  readonly jobs: readonly Loop[]
  readonly sequencer: FeedSequencer
  readonly consumer: Consumer
}

const RETRY_MS = 1000

/**
 * How soon a lane's relay checks again after a turn during which a message was accepted, so that frequent
 * acceptances share a turn.
 */
const DEBOUNCE_MS: Readonly<Record<Lane, number>> = { otp: 5, transactional: 20, promotional: 20 }

const relayLane =
  (dispatching: DispatchUseCases, lane: Lane, { relayMs }: DispatcherIntervals): BackgroundJob =>
  async () =>
    (await dispatching.relay(lane)).againMs ?? relayMs

const begin = (needs: DispatcherNeeds, pace: DispatcherIntervals): Work => {
  const { timers, telemetry } = needs.ports
  const dispatching = needs.postrider.dispatching()
  const loop = (where: ServicePart, turn: BackgroundJob, debounceMs?: number): Loop => {
    const onBug = (err: unknown): void => {
      needs.log.error({ where, err }, 'background job failed')
      telemetry.emit({ _tag: 'PartFailed', where, cause: 'background job failed' })
    }
    return startLoop({ timers, turn, onBug, debounceMs })
  }
  return {
    dispatching,
    relays: LANES.map((lane) => loop('relay', relayLane(dispatching, lane, pace), DEBOUNCE_MS[lane])),
    jobs: [
      loop('relay', releaseParkedJob(needs, dispatching, pace)),
      loop('provider', keepAccountsOpen(needs, dispatching, pace)),
      loop('provider', beginTests(needs, dispatching, pace)),
      loop('provider', tellHealth(needs, dispatching, pace)),
      loop('provider', syncTemplatesJob(needs, dispatching, pace)),
      loop('receipts', sweepReceipts(needs, dispatching, pace)),
      loop('reconciler', reconcileSlice(needs, pace)),
      loop('ledger-heads', signDueHeads(needs, pace)),
      loop('mail', sendDueMails(needs, pace)),
      loop('mail', watchBalances(needs, pace)),
      loop('mail', watchWebhooks(needs, pace)),
      loop('credentials', watchCredentials(needs, pace)),
      loop('webhooks', deliverToWebhooks(needs, dispatching, pace)),
      loop('bulk', workAtBulks(needs, pace)),
      loop('ticket-search', indexTicketsJob(needs, pace)),
      loop('gauges', readGauges(needs, pace)),
      loop('gauges', showFiguresJob(needs, pace)),
      ...purges(needs, pace).map((purge) => loop('purge', purge)),
      loop('purge', erasing(needs, pace)),
    ],
    sequencer: startFeedSequencer(needs),
    consumer: startConsuming(needs.ports, pace.prefetch, dispatching.take),
  }
}

const end = async (
  { relays, jobs, sequencer, consumer, dispatching }: Work,
  intake: BounceIntake | undefined,
): Promise<void> => {
  const loops = [...relays, ...jobs, sequencer].map((each) => each.stop())
  const consumed = consumer.stop()
  // Messages waiting here are available to another dispatcher at once, whatever the other work still waits
  // for.
  dispatching.stop()
  await Promise.all([consumed, intake?.close(), ...loops])
  await dispatching.close()
}

/** Creates a dispatcher over ports that the caller opens and closes. */
export const createDispatcherHost = (needs: DispatcherNeeds): DispatcherHost => {
  const pace = { ...DEFAULT_PACE, ...needs.pace }
  const { timers, storage, telemetry, ipAddresses } = needs.ports
  let work: Work | undefined
  let intake: BounceIntake | undefined
  let isStopping = false

  const waitForDatabase = async (): Promise<DatabaseProblem | undefined> => {
    for (;;) {
      const problem = await checkDatabase(storage)
      if (problem?._tag !== 'Unreachable' || isStopping) return problem
      telemetry.emit({ _tag: 'PartFailed', where: 'storage', cause: problem.sentence })
      await new Promise<void>((resolve) => timers.after(RETRY_MS, resolve))
    }
  }

  const endInTime = (ending: Work): Promise<boolean> =>
    new Promise((resolve, reject) => {
      const giveUp = timers.after(pace.stopTimeoutMs, () => resolve(false))
      end(ending, intake)
        .then(() => resolve(true), reject)
        .finally(giveUp)
    })

  return {
    start: async () => {
      const problem = await waitForDatabase()
      if (problem !== undefined) return E.left(problem.sentence)
      if (!isStopping) work = begin(needs, pace)
      return E.right(undefined)
    },
    listenForBounces: async (host, port, exemptAddresses = []) => {
      if (work === undefined) throw new Error('the dispatcher is not running')
      const { bounces } = work.dispatching
      const { openBounceIntake } = await import('./bounces/bounce-intake.js')
      intake = await openBounceIntake({ bounces, telemetry, ipAddresses, exemptAddresses }, host, port)
      return intake.port
    },
    wake: () => work?.relays.forEach((relay) => relay.wake()),
    stop: async () => {
      isStopping = true
      const ending = work
      work = undefined
      const isDone = ending === undefined || (await endInTime(ending))
      return isDone
        ? E.right(undefined)
        : E.left('provider calls interrupted by shutdown; other dispatchers check their messages')
    },
  }
}
