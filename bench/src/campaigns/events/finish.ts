import { setTimeout as pause } from 'node:timers/promises'
import type { OperationName } from '@postrider/core/assembly/registry'
import { MINUTE_MS } from '@postrider/core/kernel/time/epoch-ms'
import { right } from '@postrider/conformance/outcome'
import { exclusively } from '@postrider/conformance/storage/unit-work'
import { anOperator } from '@postrider/test/builders/an-operator'
import { acceptHere, composeHere, dispatchHere } from '@postrider/test/hosts/own-host'
import type { Composition } from '@postrider/wiring/compose'
import type { CampaignRun } from '../campaign.js'
import { followStream } from './follow-stream.js'
import { catchesUp, liveOf, type Played } from './judge.js'
import type { Customer, Stage } from './stage.js'

/** Longer than any lease. */
const AHEAD_MS = 3 * MINUTE_MS
/** How far the clock goes on when nothing arrives, so that retries and pauses of hours take seconds. */
const STEP_MS = MINUTE_MS
const QUIET_MS = 150
/** The checks in a row without a delivery after which no turn is in progress. */
const QUIET_CHECKS = 4
const WHY = { reason: 'The backup was put back.' }
/** After this many steps without a delivery, missing events are lost: all retries and pauses are shorter. */
const MOST_QUIET = 160
/** The checks in a row without a new event after which a complete stream is the whole stream. */
const CHECKS = 5
/** How often progress is reported. */
const REPORTED_EVERY_MS = 10_000

/** Ends the hold after the restore, and sends what waits for a decision. */
const release = async ({ ports, postrider }: Composition): Promise<void> => {
  const origin = { requestId: undefined, clientAddress: undefined }
  const operator = await anOperator(ports)
  const run = (operation: OperationName, body: object) =>
    right(postrider.runOperation(operator, operation, body, origin))
  let isMore = true
  while (isMore) {
    const released = await run('releaseRestoredMessages', { decision: 'send', ...WHY })
    isMore = (released.result as { readonly isMore: boolean }).isMore
  }
  const shown = await run('getRestoration', {})
  const { rightsVersion } = shown.result as { readonly rightsVersion: string }
  await run('endRestoration', { rightsVersion, ...WHY })
}

const mostPendingOf = ({ ports }: Composition, { endpoints }: Customer): Promise<number> =>
  exclusively(ports, async (unit) => {
    let most = 0
    for (const { endpointId } of endpoints)
      most = Math.max(most, (await unit.webhookEndpoints.pendingOf(endpointId)).length)
    return most
  })

interface Finishing {
  /** The number of events that every live endpoint has; undefined: some lack one. */
  complete(): Promise<number | undefined>
  /** The number of deliveries so far. */
  arrived(): number
  /** Puts the clock of the dispatcher forward. */
  step(): void
}

const untilComplete = async ({ say }: CampaignRun, { complete, arrived, step }: Finishing): Promise<void> => {
  let [quiet, steps, checks] = [0, 0, 0]
  let reportedAtMs = Date.now()
  let known: number | undefined
  while (checks < CHECKS && quiet < MOST_QUIET) {
    const before = arrived()
    await pause(QUIET_MS)
    const isQuiet = arrived() === before
    const events = await complete()
    checks = events !== undefined && events === known ? checks + 1 : 0
    known = events
    quiet = isQuiet ? quiet + 1 : 0
    // A step in the middle of a turn could end its lease.
    if (quiet % QUIET_CHECKS === QUIET_CHECKS - 1 && events === undefined) {
      step()
      steps += 1
    }
    if (Date.now() - reportedAtMs < REPORTED_EVERY_MS) continue
    reportedAtMs = Date.now()
    say(`${arrived()} deliveries arrived, and the clock is ${steps} steps ahead`)
  }
}

/**
 * Releases the restored database, sends more, and delivers until every live endpoint has every event. The clock
 * of this process steps ahead whenever nothing arrives.
 */
export const finish = async (
  { run, customers, settings, receivers }: Stage,
  kept: ReadonlyArray<ReadonlyArray<readonly string[]>>,
  sendMore: (port: number) => Promise<ReadonlyArray<readonly string[]>>,
): Promise<readonly Played[]> => {
  let aheadMs = AHEAD_MS
  const composition = await composeHere(settings, { clock: () => ({ nowMs: () => Date.now() + aheadMs }) })
  try {
    await release(composition)
    const host = await acceptHere(composition)
    const stop = await dispatchHere(composition)
    const sent = [...kept, await sendMore(host.port)]
    const readers = customers.map((customer) => {
      const reader = followStream(customer, host.port)
      return { customer, reader, hasAll: liveOf(customer).map((one) => catchesUp(one, reader.events)) }
    })
    const complete = async (): Promise<number | undefined> => {
      for (const { reader } of readers) await reader.readOn()
      const isComplete = readers.every(
        ({ reader, hasAll }) => reader.isSettled() && hasAll.every((isUpToDate) => isUpToDate()),
      )
      return isComplete ? readers.reduce((sum, { reader }) => sum + reader.events.length, 0) : undefined
    }
    const step = (): number => (aheadMs += STEP_MS)
    await untilComplete(run, { complete, arrived: receivers.arrived, step })
    await stop()
    await host.stop()
    const played: Played[] = []
    for (const [at, { customer, reader }] of readers.entries())
      played.push({
        customer,
        stream: reader.events,
        messageIds: sent.flatMap((each) => each[at] ?? []),
        mostPending: await mostPendingOf(composition, customer),
      })
    return played
  } finally {
    await composition.close()
  }
}
