import type { Report } from '../../domain/dispatch/report.js'
import { isOpen } from '../../../providers/domain/calls/circuit-breaker.js'
import type { MessageId, ProviderAccountId } from '../../../kernel/ids/id.js'
import { UNTRACED } from '../../../kernel/tracing/trace-context.js'
import { E } from '../../../fp.js'
import type { Ports } from '../../../assembly/ports.js'
import type { Delivery } from '../../ports/queue.js'
import type { Telemetry } from '../../ports/telemetry.js'
import { byLane } from '../../../kernel/batching/by-lane.js'
import type { Batcher } from '../../../kernel/batching/batcher.js'
import {
  type BatchLane,
  isolatedBatches,
  type BatchOutcome,
} from '../../../kernel/batching/isolated-batches.js'
import type { Catalog } from '../../../catalog/use-cases/catalog.js'
import type { Assignment, Assignments } from './assign.js'
import { performAssignment } from './perform-assignment.js'
import { callCapacity, type CallCapacity } from '../../../providers/use-cases/calls/call-capacity.js'
import { claimJobs } from './claim-jobs.js'
import type { OpenProviders } from '../../../providers/use-cases/calls/open-providers.js'
import type { Recorded } from './record-reports.js'
import { jobProcessor } from './process-job.js'
import { errorMessage } from '../../../kernel/texts/error-message.js'

/** Jobs on their way through. */
export interface JobDispatch {
  /** Sees a delivery through and answers it; never throws. */
  take(delivery: Delivery): void
  /**
   * Begins nothing any more: what stands in line for a place, or is claimed and not begun, is given back, due at once,
   * and deliveries go back to the queue. Calls under way go on.
   */
  stop(): void
  /** What the calls of messages share with all others of the process. */
  readonly capacity: CallCapacity
  /** Whether the account is left alone for a while, since it does not work. */
  isCircuitOpen(accountId: ProviderAccountId): boolean
  /** How fast the account is called, of how fast it was before it asked for less; undefined: as fast. */
  slowedTo(accountId: ProviderAccountId): number | undefined
  /** Resolves when every delivery that was taken is answered. */
  idle(): Promise<void>
}

/** For each lane: so many claims at once, since one waits for the disk while the other decides. */
const CLAIM_LIMITS = { lanes: 2, maxBatch: 500, maxWaiting: 100_000 }

const nothingToDo: Assignment = { _tag: 'Unknown' }
const leftAlone: Assignment = { _tag: 'LeftAlone' }
const DONE: BatchOutcome<undefined> = { _tag: 'Done', answer: undefined }

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

  const giveBack = (delivery: Delivery, cause: string): void => {
    const { messageId, trace = UNTRACED } = delivery.job
    telemetry.emit({ _tag: 'PartFailed', where: 'dispatch', cause, about: { messageId, trace } })
    answer(delivery, false)
  }

  return {
    begin: (): void => {
      underWay += 1
    },
    giveBack,
    /** Answers the delivery once its work says whether it is done. */
    finish: async (delivery: Delivery, isDone: () => Promise<boolean>): Promise<void> => {
      try {
        answer(delivery, await isDone())
      } catch (cause) {
        giveBack(delivery, errorMessage(cause))
      }
    },
    idle: (): Promise<void> =>
      underWay === 0 ? Promise.resolve() : new Promise((resolve) => idlers.push(resolve)),
  }
}

/** The first delivery of each message: of two, the first does the work and the second has nothing to do. */
const firstOfEach = (deliveries: readonly Delivery[]): ReadonlyMap<MessageId, Delivery> => {
  const first = new Map<MessageId, Delivery>()
  for (const delivery of deliveries) {
    const { messageId } = delivery.job
    if (!first.has(messageId)) first.set(messageId, delivery)
  }
  return first
}

/** Claims deliveries, and goes on with what was claimed; of several deliveries of a message, the first does the work. */
const claiming =
  (
    claim: ReturnType<typeof claimJobs>,
    capacity: CallCapacity,
    goOn: (delivery: Delivery, assignment: Assignment) => void,
  ) =>
  async (
    deliveries: readonly Delivery[],
    { organizationId }: BatchLane,
  ): Promise<ReadonlyArray<BatchOutcome<undefined>>> => {
    const first = firstOfEach(deliveries)
    const waits = organizationId !== undefined
    const assignments: Assignments = capacity.isShut() ? new Map() : await claim([...first.keys()], waits)
    return deliveries.map((delivery) => {
      const { messageId } = delivery.job
      const isFirst = first.get(messageId) === delivery
      const assignment = isFirst ? (assignments.get(messageId) ?? leftAlone) : nothingToDo
      if (assignment._tag === 'Held') return assignment
      goOn(delivery, assignment)
      return DONE
    })
  }

/**
 * Takes jobs off the queue and sees them through (docs/promises#dispatch): claims in batches; writes the intents
 * of what has a place, or nearly, in batches before the calls; calls providers side by side; records the outcomes
 * in batches; answers the queue last. What keeps failing for a message's own sake is counted and becomes a dead
 * letter, and nobody else's messages suffer for it.
 */
export const dispatchJobs = (
  ports: Pick<
    Ports,
    'storage' | 'clock' | 'timers' | 'telemetry' | 'keyRing' | 'keyedDigests' | 'random' | 'digests'
  >,
  catalog: Catalog,
  providers: OpenProviders,
  reports: Batcher<Report, Recorded>,
): JobDispatch => {
  const { telemetry } = ports
  const capacity = callCapacity(ports, providers)
  const claim = claimJobs(ports, catalog, capacity)
  const { processJob } = jobProcessor(ports, performAssignment(ports, providers, catalog, capacity), reports)
  const { begin, finish, giveBack, idle } = openDeliveries(telemetry)

  const run = claiming(claim, capacity, (delivery, assignment) => {
    void finish(delivery, () => processJob(delivery.job, assignment))
  })

  // A line for each lane: an OTP does not stand behind the thousand that a bulk lane has delivered at once.
  const claims = byLane(() =>
    isolatedBatches<Delivery, undefined>(ports, {
      ...CLAIM_LIMITS,
      batcher: 'claims',
      organizationOf: () => undefined,
      run,
    }),
  )

  const submit = async (delivery: Delivery): Promise<void> => {
    try {
      const taken = await claims[delivery.job.lane].submit(delivery)
      if (E.isLeft(taken)) giveBack(delivery, taken.left.cause)
    } catch (cause) {
      giveBack(delivery, errorMessage(cause))
    }
  }

  return {
    take: (delivery) => {
      begin()
      void submit(delivery)
    },
    stop: capacity.shut,
    capacity,
    isCircuitOpen: (accountId) => isOpen(capacity.circuits.of(accountId)),
    slowedTo: capacity.rates.slowedTo,
    idle,
  }
}
