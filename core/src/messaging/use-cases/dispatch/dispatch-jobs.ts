import type { Report } from '../../domain/dispatch/report.js'
import { isOpen } from '../../../providers/domain/calls/circuit-breaker.js'
import type { MessageId, ProviderAccountId } from '../../../kernel/ids/id.js'
import { UNTRACED } from '../../../kernel/tracing/trace-context.js'
import { E } from '../../../fp.js'
import type { DeadLetterStorage } from '../../ports/dead-letter-storage.js'
import type { DispatchStorage } from '../../ports/dispatch-storage.js'
import type { LimitStorage } from '../../../limits/ports/limit-storage.js'
import type { Clock } from '../../../kernel/ports/clock.js'
import type { PhoneNumbers } from '../../../channels/ports/phone-numbers.js'
import type { Random } from '../../../kernel/ports/random.js'
import type { Timers } from '../../../kernel/ports/timers.js'
import type { Digests } from '../../../kernel/ports/digests.js'
import type { KeyRing } from '../../../kernel/ports/key-ring.js'
import type { KeyedDigests } from '../../../kernel/ports/keyed-digests.js'
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
import type { LateReports } from './call-provider.js'
import { claimJobs } from './claim-jobs.js'
import type { OpenProviders } from '../../../providers/use-cases/calls/open-providers.js'
import type { Recorded } from './record-reports.js'
import { jobProcessor } from './process-job.js'
import { errorMessage } from '../../../kernel/texts/error-message.js'

/** Jobs in progress. */
export interface JobDispatch {
  /** Processes a delivery and acknowledges it or gives it back; never throws. */
  take(delivery: Delivery): void
  /**
   * Stops starting work. Messages that wait for a slot, or are claimed and not started, are given back and
   * are due at once; deliveries return to the queue. Current calls continue.
   */
  stop(): void
  /** The limits on calls, shared by all calls of the process. */
  readonly capacity: CallCapacity
  /** Whether the account isn't called for some time, because it doesn't work. */
  isCircuitOpen(accountId: ProviderAccountId): boolean
  /** The fault of the account that its provider reports, if it rests for that. */
  faultOf(accountId: ProviderAccountId): string | undefined
  /**
   * The account's current rate as a fraction of its rate before it asked for less; undefined if it isn't
   * slowed.
   */
  slowedTo(accountId: ProviderAccountId): number | undefined
  /** Resolves when every delivery is acknowledged or given back. */
  idle(): Promise<void>
}

/** Applies per lane: two claims at once, because one waits for the disk while the other decides. */
const CLAIM_LIMITS = { lanes: 2, maxBatch: 500, maxWaiting: 100_000 }

const nothingToDo: Assignment = { _tag: 'Unknown' }
const leftAlone: Assignment = { _tag: 'LeftAlone' }
const DONE: BatchOutcome<undefined> = { _tag: 'Done', answer: undefined }

/** Counts the open deliveries, and acknowledges them or gives them back. */
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
    /** Acknowledges the delivery or gives it back, depending on whether its work is done. */
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

/** The first delivery of each message: of two, only the first does the work. */
const firstOfEach = (deliveries: readonly Delivery[]): ReadonlyMap<MessageId, Delivery> => {
  const first = new Map<MessageId, Delivery>()
  for (const delivery of deliveries) {
    const { messageId } = delivery.job
    if (!first.has(messageId)) first.set(messageId, delivery)
  }
  return first
}

/**
 * Claims deliveries, and continues with the claimed ones; of several deliveries of a message, the first does
 * the work.
 */
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

interface Needs {
  readonly storage: {
    readonly deadLetters: DeadLetterStorage
    readonly dispatch: DispatchStorage
    readonly limits: LimitStorage
  }
  readonly clock: Clock
  readonly random: Random
  readonly phoneNumbers: PhoneNumbers
  readonly timers: Timers
  readonly digests: Digests
  readonly keyRing: KeyRing
  readonly keyedDigests: KeyedDigests
  readonly telemetry: Telemetry
  /** The address of the HTTP host, for links in messages. Omitted: messages have none. */
  readonly publicUrl?: string
}

/** Records late reports. If that fails, the adapter's own report still makes the message `SUBMITTED`. */
const recordLate =
  (telemetry: Telemetry, reports: Batcher<Report, Recorded>): LateReports =>
  (report) => {
    reports.submit(report).catch((cause: unknown) => {
      const { messageId } = report
      const about = { messageId, trace: UNTRACED }
      telemetry.emit({ _tag: 'PartFailed', where: 'dispatch', cause: errorMessage(cause), about })
    })
  }

/**
 * Processes jobs from the queue (docs/promises#dispatch). It claims in batches, and writes the intents of
 * messages with a slot (or nearly) in batches before the calls. It calls providers concurrently, records the
 * outcomes in batches, and acknowledges the queue last. Repeated failures caused by the message itself are
 * counted and make it a dead letter, without affecting other messages.
 */
export const dispatchJobs = (
  ports: Needs,
  catalog: Catalog,
  providers: OpenProviders,
  reports: Batcher<Report, Recorded>,
): JobDispatch => {
  const { telemetry } = ports
  const capacity = callCapacity(ports, providers)
  const claim = claimJobs(ports, catalog, capacity)
  const perform = performAssignment(ports, providers, catalog, capacity, recordLate(telemetry, reports))
  const { processJob } = jobProcessor(ports, perform, reports)
  const { begin, finish, giveBack, idle } = openDeliveries(telemetry)

  const run = claiming(claim, capacity, (delivery, assignment) => {
    void finish(delivery, () => processJob(delivery.job, assignment))
  })

  // Each lane has its own queue of claims, so that an OTP doesn't wait behind the thousand deliveries of a
  // bulk lane.
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
    faultOf: (accountId) => capacity.circuits.of(accountId).fault?.detail,
    slowedTo: capacity.rates.slowedTo,
    idle,
  }
}
