import type { Report } from '../../domain/dispatch/report.js'
import type { MessageId } from '../../domain/ids/id.js'
import { E } from '../../fp.js'
import type { Ports } from '../../ports/ports.js'
import type { Delivery } from '../../ports/queue.js'
import type { Telemetry } from '../../ports/telemetry.js'
import { byLane } from '../batching/by-lane.js'
import { type Coalescer, coalesce } from '../batching/coalesce.js'
import type { CatalogCache } from '../catalog/catalog-cache.js'
import type { Assignment } from './assign.js'
import { carryOut } from './carry-out.js'
import { claimJobs } from './claim-jobs.js'
import type { OpenProviders } from './open-providers.js'
import type { Recorded } from './record-reports.js'

/** Jobs on their way through. */
export interface JobDispatch {
  /** Sees a delivery through and answers it; never throws. */
  take(delivery: Delivery): void
  /** Resolves when every delivery that was taken is answered. */
  idle(): Promise<void>
}

/** For each lane: so many claims at once, since one waits for the disk while the other decides. */
const CLAIM_LIMITS = { lanes: 2, maxBatch: 500, maxWaiting: 100_000 }

const nothingToDo: Assignment = { _tag: 'Unknown' }

const reason = (cause: unknown): string => (cause instanceof Error ? cause.message : 'no error object')

/** Keeps count of the deliveries that wait for their answer, and answers them. */
const openDeliveries = (telemetry: Telemetry) => {
  const idlers: Array<() => void> = []
  let underWay = 0

  const answer = (delivery: Delivery, isDone: boolean): void => {
    if (isDone) delivery.ack()
    else delivery.giveBack()
    underWay -= 1
    if (underWay === 0) for (const resolve of idlers.splice(0)) resolve()
  }

  return {
    answer,
    begin: (): void => {
      underWay += 1
    },
    giveBack: (deliveries: readonly Delivery[], cause: string): void => {
      telemetry.happened({ _tag: 'Trouble', where: 'dispatch', cause })
      for (const delivery of deliveries) answer(delivery, false)
    },
    idle: (): Promise<void> =>
      underWay === 0 ? Promise.resolve() : new Promise((resolve) => idlers.push(resolve)),
  }
}

/** The first delivery of each message: of two, the first does the work and the second has nothing to do. */
const firstOfEach = (deliveries: readonly Delivery[]): ReadonlyMap<MessageId, Delivery> =>
  new Map(deliveries.toReversed().map((delivery) => [delivery.job.messageId, delivery]))

/**
 * Takes jobs off the queue and sees them through (reliability 2.5 and 2.6): claims in batches, with the intent to
 * call written first; calls providers side by side; records the outcomes in batches; answers the queue last.
 */
export const dispatchJobs = (
  ports: Pick<Ports, 'storage' | 'clock' | 'timers' | 'telemetry' | 'keyRing'>,
  catalogs: CatalogCache,
  providers: OpenProviders,
  reports: Coalescer<Report, Recorded>,
): JobDispatch => {
  const { timers, telemetry } = ports
  const claim = claimJobs(ports, catalogs)
  const carry = carryOut(ports, providers, catalogs)
  const { answer, begin, giveBack, idle } = openDeliveries(telemetry)

  const finish = async (delivery: Delivery, assignment: Assignment): Promise<void> => {
    try {
      const report = await carry(assignment)
      const recorded = report === undefined ? E.right('recorded' as const) : await reports.submit(report)
      const isKnown = assignment._tag !== 'CatalogNeeded'
      answer(delivery, isKnown && E.isRight(recorded) && recorded.right === 'recorded')
    } catch (cause) {
      giveBack([delivery], reason(cause))
    }
  }

  const run = async (deliveries: readonly Delivery[]): Promise<readonly undefined[]> => {
    const first = firstOfEach(deliveries)
    const claimed = await claim([...first.keys()])
    if (E.isLeft(claimed)) giveBack(deliveries, claimed.left.cause)
    else
      for (const delivery of deliveries) {
        const { messageId } = delivery.job
        const isFirst = first.get(messageId) === delivery
        void finish(delivery, (isFirst ? claimed.right.get(messageId) : undefined) ?? nothingToDo)
      }
    return deliveries.map(() => undefined)
  }

  // A line for each lane: a passcode does not stand behind the thousand that a bulk lane has delivered at once.
  const claims = byLane(() => coalesce({ ...CLAIM_LIMITS, timers, run }))

  const submit = async (delivery: Delivery): Promise<void> => {
    try {
      const taken = await claims[delivery.job.lane].submit(delivery)
      if (E.isLeft(taken)) giveBack([delivery], taken.left.cause)
    } catch (cause) {
      giveBack([delivery], reason(cause))
    }
  }

  return {
    take: (delivery) => {
      begin()
      void submit(delivery)
    },
    idle,
  }
}
