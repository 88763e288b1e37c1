import { type Lane, LANES } from '@postrider/core/kernel/messages/lane'
import { E } from '@postrider/core/fp'
import type { Ports } from '@postrider/core/assembly/ports'
import type { ServicePart } from '@postrider/core/kernel/telemetry/service-parts'
import type { Consumer } from '@postrider/core/messaging/ports/queue'
import type { Postrider } from '@postrider/core/postrider'
import type { DispatchUseCases } from '@postrider/core/assembly/dispatching'
import { checkDatabase, type DatabaseProblem } from '@postrider/web-server/hosting/check-database'
import {
  type BackgroundJob,
  beginTests,
  type BackgroundJobNeeds,
  keepAccountsOpen,
  purges,
  readGauges,
  reconcileSlice,
  releaseParkedJob,
  sendDueMails,
  watchBalances,
  showFiguresJob,
  signDueHeads,
  sweepReceipts,
  tellHealth,
  workAtBulks,
  indexTicketsJob,
} from './background-jobs.js'
import type { BounceIntake } from './bounces/bounce-intake.js'
import { startConsuming } from './consuming.js'
import { type FeedSequencer, startFeedSequencer } from '@postrider/web-server/hosting/feed-sequencer'
import { type Loop, startLoop } from '@postrider/web-server/hosting/loop'
import { DEFAULT_PACE, type DispatcherIntervals } from './pace.js'

export interface DispatcherNeeds extends BackgroundJobNeeds {
  readonly ports: Pick<Ports, 'storage' | 'queue' | 'clock' | 'timers' | 'telemetry' | 'ipAddresses'>
  readonly postrider: BackgroundJobNeeds['postrider'] & Pick<Postrider, 'dispatching'>
  readonly pace?: Partial<DispatcherIntervals>
}

/** The process that sends what was accepted. */
export interface DispatcherHost {
  /**
   * Begins to work. Left, and nothing begun: the database is not migrated or not durable. A database that does not
   * answer is waited for.
   */
  start(): Promise<E.Either<string, void>>
  /**
   * Listens for mails that come back, once it works, and returns the port. `exemptAddresses`: ranges of addresses whose connections
   * aren't counted; default none. Rejects where nothing can listen there.
   */
  listenForBounces(host: string, port: number, exemptAddresses?: readonly string[]): Promise<number>
  /** Something was accepted in this process: the relays look at once. */
  wake(): void
  /**
   * Takes no more, finishes what is under way, closes the providers. Resolves within the time limit of its pace; left:
   * not all was done by then, and others will see to it.
   */
  stop(): Promise<E.Either<string, void>>
}

/** What runs between start and stop. */
interface Work {
  readonly dispatching: DispatchUseCases
  /** One for each lane: an urgent lane's does not wait for the turn of another's. */
  readonly relays: readonly Loop[]
  readonly jobs: readonly Loop[]
  readonly sequencer: FeedSequencer
  readonly consumer: Consumer
}

const RETRY_MS = 1000

/** How soon a lane's relay looks again after a turn during which something was accepted: those that come often share a turn. */
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
      loop('receipts', sweepReceipts(needs, dispatching, pace)),
      loop('reconciler', reconcileSlice(needs, pace)),
      loop('ledger-heads', signDueHeads(needs, pace)),
      loop('mail', sendDueMails(needs, pace)),
      loop('mail', watchBalances(needs, pace)),
      loop('bulk', workAtBulks(needs, pace)),
      loop('ticket-search', indexTicketsJob(needs, pace)),
      loop('gauges', readGauges(needs, pace)),
      loop('gauges', showFiguresJob(needs, pace)),
      ...purges(needs, pace).map((purge) => loop('purge', purge)),
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
  // Whatever the others still wait for: what stands in line here is another dispatcher's at once.
  dispatching.stop()
  await Promise.all([consumed, intake?.close(), ...loops])
  await dispatching.close()
}

/** A dispatcher over ports that somebody else opens and closes. */
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
      if (work === undefined) throw new Error('the dispatcher does not work')
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
        : E.left('some provider calls did not end in time; other dispatchers will see to their messages')
    },
  }
}
