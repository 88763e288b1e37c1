import type { Job, Queue } from '@postrider/core/messaging/ports/queue'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { aJob, jobs } from '../builders/a-job.js'
import { eventually } from '../eventually.js'
import { right } from '../outcome.js'
import { ackAll, collect, keepAll } from './collecting.js'

/** A queue whose broker a test can damage. */
export interface FragileQueue {
  readonly queue: Queue
  /** Ends the broker as a power cut would. */
  killBroker(): Promise<void>
  /** Starts the broker on the same data after it was killed, or restarts it cleanly while it runs. */
  restartBroker(): Promise<void>
  /** Deletes the queues of all lanes, as an administrator might. */
  deleteQueues(): Promise<void>
  close(): Promise<void>
}

/** The ids that were confirmed; none if the broker wasn't reachable. */
const confirmedOf = async (queue: Queue, some: readonly Job[]): Promise<readonly string[]> => {
  const outcome = await queue.publish(some)()
  return outcome._tag === 'Right' ? outcome.right : []
}

/** Publishes repeatedly, as the relay does, until everything is confirmed. */
const publishUntilConfirmed = async (queue: Queue, some: readonly Job[]): Promise<void> => {
  const open = new Map(some.map((job) => [job.messageId as string, job]))
  await eventually('everything was confirmed', async () => {
    for (const id of await confirmedOf(queue, [...open.values()])) open.delete(id)
    if (open.size > 0) await sleep(100)
    return open.size === 0
  })
}

const outages = (at: () => FragileQueue): void => {
  it('has every confirmed job after the broker was killed, and never hangs while it is unavailable', async () => {
    const { queue, killBroker, restartBroker } = at()
    const [before, unanswered] = [jobs(300, 'promotional'), jobs(5, 'otp')]
    await publishUntilConfirmed(queue, [...before, ...unanswered])
    const lazy = await collect(queue, keepAll, 10, ['otp'])
    await lazy.got(unanswered)
    await killBroker()
    const startedMs = performance.now()
    const [confirmed, depth] = await Promise.all([
      confirmedOf(queue, jobs(3, 'promotional')),
      queue.depth('promotional')(),
    ])
    expect(performance.now() - startedMs).to.be.lessThan(12_000)
    expect(confirmed).to.deep.equal([])
    expect(depth).to.have.property('_tag', 'Left')
    expect(queue.isUp()).to.equal(false)
    await restartBroker()
    const consumer = await collect(queue, ackAll, 50, ['promotional'])
    await consumer.got(before)
    await eventually('unanswered jobs came again', () => lazy.deliveries.length >= 10)
    await eventually('the queue says that it is up', () => queue.isUp())
    for (const delivery of lazy.deliveries) delivery.ack()
    await Promise.all([consumer.stop(), lazy.stop()])
  }).timeout(180_000)

  it('reconnects by itself and continues publishing and consuming after an orderly restart', async () => {
    const { queue, restartBroker } = at()
    const consumer = await collect(queue, ackAll, 50)
    const first = jobs(20)
    await publishUntilConfirmed(queue, first)
    await consumer.got(first)
    const restarted = restartBroker()
    const during = jobs(40)
    await publishUntilConfirmed(queue, during)
    await restarted
    const afterwards = jobs(20)
    await publishUntilConfirmed(queue, afterwards)
    await consumer.got([...during, ...afterwards])
    await consumer.stop()
  }).timeout(180_000)

  it('never confirms a job that is lost when an operator deletes the queues', async () => {
    const { queue, deleteQueues } = at()
    const consumer = await collect(queue, ackAll, 50)
    const first = aJob()
    await publishUntilConfirmed(queue, [first])
    await consumer.got([first])
    await deleteQueues()
    const confirmed: string[] = []
    const published: Job[] = []
    for (let round = 0; round < 5; round += 1) {
      const some = jobs(10)
      published.push(...some)
      confirmed.push(...(await confirmedOf(queue, some)))
    }
    await publishUntilConfirmed(queue, published)
    const kept = published.filter(({ messageId }) => confirmed.includes(messageId))
    await consumer.got([...kept, ...published])
    await eventually('the lane is empty', async () => (await right(queue.depth('transactional'))) === 0)
    await consumer.stop()
  }).timeout(180_000)
}

/**
 * Tests that the queue survives failures of its broker.
 * @example
 * ```ts
 * import { describeQueueFaults, type FragileQueue } from '@postrider/conformance/queue'
 *
 * // Your queue on a broker that can be killed and started again.
 * declare const openFragile: () => Promise<FragileQueue>
 *
 * describeQueueFaults('My queue', openFragile)
 * ```
 */
export const describeQueueFaults = (name: string, open: () => Promise<FragileQueue>): void => {
  describe(`${name} survives failures of its broker`, () => {
    let opened: FragileQueue
    before(async function () {
      this.timeout(180_000)
      opened = await open()
      // RabbitMQ 3.10 keeps its state of a queue in memory for two seconds after the declaration. A queue
      // younger than that comes back from a SIGKILL without a leader.
      await publishUntilConfirmed(opened.queue, [aJob({ lane: 'promotional' })])
      await sleep(3_000)
    })
    after(async function () {
      this.timeout(180_000)
      await opened.close()
    })
    outages(() => opened)
  })
}
