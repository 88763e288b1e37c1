import type { FailureStage, ProcessingFailure } from '../../domain/dispatch/dead-letter.js'
import type { Report } from '../../domain/dispatch/report.js'
import type { MessageId } from '../../domain/ids/id.js'
import { E } from '../../fp.js'
import type { Ports } from '../../ports/ports.js'
import type { Delivery } from '../../ports/queue.js'
import type { Telemetry } from '../../ports/telemetry.js'
import { byLane } from '../batching/by-lane.js'
import { type Coalescer, coalesce } from '../batching/coalesce.js'
import type { CatalogCache } from '../catalog/catalog-cache.js'
import type { Assignment, Assignments } from './assign.js'
import { carryOut } from './carry-out.js'
import { claimJobs } from './claim-jobs.js'
import { countFailures } from './count-failures.js'
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

/** The attempt whose work an assignment is; undefined where none was begun. */
const attemptIn = (assignment: Assignment): number | undefined =>
  assignment._tag === 'Submit' ? assignment.attempt.number : undefined

/** Where a call failed for the message's own sake, if it did. */
const failedAt = (report: Report): FailureStage | undefined =>
  report._tag === 'Called' && 'failed' in report.outcome ? report.outcome.failed : undefined

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
    taken: (): void => {
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
 * call written first; calls providers side by side; records the outcomes in batches; answers the queue last. What keeps
 * failing for a message's own sake is counted and becomes a dead letter, and nobody else's messages suffer for it.
 */
export const dispatchJobs = (
  ports: Pick<Ports, 'storage' | 'clock' | 'timers' | 'telemetry' | 'keyRing' | 'random'>,
  catalogs: CatalogCache,
  providers: OpenProviders,
  reports: Coalescer<Report, Recorded>,
): JobDispatch => {
  const failures = countFailures(ports)
  const { timers, telemetry } = ports
  const claim = claimJobs(ports, catalogs)
  const carry = carryOut(ports, providers, catalogs)
  const { answer, taken, giveBack, idle } = openDeliveries(telemetry)

  /** Whether the failure is on record: the message is due again by then, or a dead letter. */
  const isCounted = async (failure: ProcessingFailure): Promise<boolean> => {
    const counted = await failures.submit(failure)
    return E.isRight(counted) && counted.right === 'counted'
  }

  /** What is told of work that broke stays here: it may repeat what nobody may read. */
  const broke = async (failure: ProcessingFailure, cause: unknown): Promise<boolean> => {
    telemetry.happened({ _tag: 'Trouble', where: 'dispatch', cause: reason(cause) })
    return isCounted(failure)
  }

  /** Whether the queue may forget the message: what is to be done about it stands in the database. */
  const seeThrough = async (messageId: MessageId, assignment: Assignment): Promise<boolean> => {
    if (assignment._tag === 'CatalogNeeded') return false
    const attempt = attemptIn(assignment)
    try {
      const report = await carry(assignment)
      if (report === undefined) return true
      const recorded = await reports.submit(report)
      if (E.isRight(recorded) && recorded.right === 'refused')
        return await isCounted({ messageId, stage: 'recording', attempt })
      const stage = failedAt(report)
      if (stage !== undefined) await isCounted({ messageId, stage, attempt })
      return E.isRight(recorded) && recorded.right === 'recorded'
    } catch (cause) {
      return broke({ messageId, stage: 'work', attempt }, cause)
    }
  }

  const finish = async (delivery: Delivery, assignment: Assignment): Promise<void> => {
    try {
      answer(delivery, await seeThrough(delivery.job.messageId, assignment))
    } catch (cause) {
      giveBack([delivery], reason(cause))
    }
  }

  const begin = (deliveries: readonly Delivery[], claimed: Assignments): void => {
    const first = firstOfEach(deliveries)
    for (const delivery of deliveries) {
      const { messageId } = delivery.job
      const isFirst = first.get(messageId) === delivery
      void finish(delivery, (isFirst ? claimed.get(messageId) : undefined) ?? nothingToDo)
    }
  }

  /** Of a batch whose claim breaks, the message that breaks it is found by halving; it alone is not claimed. */
  const claimHalves = async (deliveries: readonly Delivery[], cause: unknown): Promise<void> => {
    const messageIds = [...firstOfEach(deliveries).keys()]
    const [messageId] = messageIds
    if (messageId === undefined) return
    if (messageIds.length === 1) {
      const isOnRecord = await broke({ messageId, stage: 'claim', attempt: undefined }, cause)
      for (const delivery of deliveries) answer(delivery, isOnRecord)
      return
    }
    const half = new Set(messageIds.slice(0, Math.ceil(messageIds.length / 2)))
    await claimAll(deliveries.filter(({ job }) => half.has(job.messageId)))
    await claimAll(deliveries.filter(({ job }) => !half.has(job.messageId)))
  }

  const claimAll = async (deliveries: readonly Delivery[]): Promise<void> => {
    let claimed: Awaited<ReturnType<typeof claim>>
    try {
      claimed = await claim([...firstOfEach(deliveries).keys()])
    } catch (cause) {
      return claimHalves(deliveries, cause)
    }
    if (E.isLeft(claimed)) giveBack(deliveries, claimed.left.cause)
    else begin(deliveries, claimed.right)
  }

  const run = async (deliveries: readonly Delivery[]): Promise<readonly undefined[]> => {
    await claimAll(deliveries)
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
      taken()
      void submit(delivery)
    },
    idle,
  }
}
