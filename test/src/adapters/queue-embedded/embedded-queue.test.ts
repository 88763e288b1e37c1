import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import type { Delivery, Queue } from '@postrider/core/messaging/ports/queue'
import { openEmbeddedQueue } from '@postrider/queue-embedded/embedded-queue'
import { createSystemClock } from '@postrider/node/system/system-clock'
import { systemTimers } from '@postrider/node/system/system-timers'
import { jobs as someJobs } from '@postrider/conformance/builders/a-job'
import { eventually } from '@postrider/conformance/eventually'
import { right } from '@postrider/conformance/outcome'
import { ackAll, collect, describeQueue, keepAll } from '@postrider/conformance/queue'
import { createMemoryJobTable, type MemoryJobTable } from './memory-job-table.js'

const clock = createSystemClock()

const openOn = (table: MemoryJobTable, options: { pollMs?: number; leaseMs?: number } = {}): Queue =>
  openEmbeddedQueue({ jobs: table, clock, timers: systemTimers, ...options })

describeQueue('The embedded queue on a table in memory', async () => {
  const table = createMemoryJobTable()
  const opened: Queue[] = []
  const another = async (): Promise<Queue> => {
    opened.push(openOn(table))
    return opened.at(-1) ?? expect.fail()
  }
  const close = async (): Promise<void> => void (await Promise.all(opened.map((queue) => queue.close())))
  const reopen = async (): Promise<Queue> => {
    await close()
    return another()
  }
  return { queue: await another(), another, reopen, close }
})

describe('The embedded queue', () => {
  let table: MemoryJobTable
  let queue: Queue
  beforeEach(() => {
    table = createMemoryJobTable()
  })
  afterEach(async () => {
    table.fail(false)
    await queue.close()
  })

  it('delivers what this process publishes without waiting for the next poll', async () => {
    queue = openOn(table, { pollMs: 60_000 })
    const consumer = await collect(queue, ackAll, 10)
    await sleep(20)
    const jobs = someJobs(3)
    await right(queue.publish(jobs))
    await consumer.got(jobs)
    const many = someJobs(95)
    await right(queue.publish(many))
    await consumer.got(many)
    await eventually('the table is empty', () => table.ids().length === 0)
  })

  it('finds what another process publishes by polling', async () => {
    queue = openOn(table, { pollMs: 20 })
    const consumer = await collect(queue, ackAll)
    const jobs = someJobs(3)
    await right(table.insert(jobs, clock.nowMs()))
    await consumer.got(jobs)
  })

  it('removes the jobs acknowledged in one turn of the event loop with one statement', async () => {
    queue = openOn(table)
    const held: Delivery[] = []
    await right(queue.consume(['transactional'], 100, (delivery) => held.push(delivery)))
    await right(queue.publish(someJobs(100)))
    await eventually('all are there', () => held.length === 100)
    for (const delivery of held) delivery.ack()
    await eventually('the table is empty', () => table.ids().length === 0)
    expect(table.calls.remove).to.equal(1)
  })

  it('survives a failing storage, with fewer and fewer reads', async () => {
    queue = openOn(table, { pollMs: 20 })
    const consumer = await collect(queue, ackAll)
    const first = someJobs(2)
    await right(queue.publish(first))
    await consumer.got(first)
    table.fail(true)
    expect(await queue.publish(someJobs(1))()).to.have.nested.property('left._tag', 'QueueUnavailable')
    const claimsBefore = table.calls.claim
    await sleep(500)
    expect(queue.isUp()).to.equal(false)
    expect(table.calls.claim - claimsBefore).to.be.at.most(7)
    await eventually('it is asked again', () => table.calls.claim >= claimsBefore + 2)
    table.fail(false)
    const second = someJobs(2)
    await right(queue.publish(second))
    await consumer.got(second)
    expect(queue.isUp()).to.equal(true)
    await eventually('the table is empty', () => table.ids().length === 0)
  })

  it("keeps acknowledgements while storage fails, and doesn't deliver those jobs again", async () => {
    queue = openOn(table, { pollMs: 20, leaseMs: 100 })
    const consumer = await collect(queue, keepAll)
    const jobs = someJobs(5)
    await right(queue.publish(jobs))
    await consumer.got(jobs)
    table.fail(true)
    for (const delivery of consumer.deliveries) delivery.ack()
    await sleep(200)
    table.fail(false)
    await eventually('the table is empty', () => table.ids().length === 0)
    expect(consumer.deliveries).to.have.length(5)
  })

  it("delivers a job to another consumer when a stopped one hasn't acknowledged it within the lease", async () => {
    queue = openOn(table, { pollMs: 20, leaseMs: 150 })
    const lazy = await collect(queue, keepAll, 1)
    const jobs = someJobs(1)
    await right(queue.publish(jobs))
    await lazy.got(jobs)
    const other = openOn(table, { pollMs: 20 })
    const eager = await collect(other, ackAll)
    await eager.got(jobs)
    await other.close()
    expect(lazy.deliveries).to.have.length(1)
  })

  it('returns the unacknowledged jobs at once when it is closed', async () => {
    queue = openOn(table)
    const jobs = someJobs(4)
    await right(queue.publish(jobs))
    const lazy = await collect(queue, keepAll)
    await lazy.got(jobs)
    lazy.deliveries[0]?.ack()
    await queue.close()
    const left = await right(table.claim('transactional', 10, clock.nowMs(), 1_000))
    expect(left).to.have.members(jobs.slice(1).map((job) => job.messageId))
  })
})
