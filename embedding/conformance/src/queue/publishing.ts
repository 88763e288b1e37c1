import { LANES } from '@postrider/core/kernel/messages/lane'
import { expect } from 'chai'
import { aJob, jobs } from '../builders/a-job.js'
import { eventually } from '../eventually.js'
import { right } from '../outcome.js'
import { ackAll, collect, keepAll } from './collecting.js'
import { type OpenQueue, type QueueUnderTest, useQueue } from './open-queue.js'

const depthOf = (at: QueueUnderTest, lane = aJob().lane) => right(at.queue.depth(lane))

const confirming = (at: QueueUnderTest): void => {
  it('confirms every job after it is on durable storage, and returns an empty result for no jobs', async () => {
    const some = jobs(50)
    const confirmed = await right(at.queue.publish(some))
    expect([...confirmed].sort()).to.deep.equal(some.map(({ messageId }) => messageId).sort())
    expect(await right(at.queue.publish([]))).to.deep.equal([])
  })

  it('has confirmed jobs after it was closed and opened again', async () => {
    const some = jobs(20)
    await right(at.queue.publish(some))
    const queue = await at.reopen()
    expect(await right(queue.depth('transactional'))).to.equal(20)
    await (await collect(queue, ackAll)).got(some)
  })

  it('confirms a job that is published a second time and delivers it at least once', async () => {
    const job = aJob()
    expect(await right(at.queue.publish([job]))).to.deep.equal([job.messageId])
    expect(await right(at.queue.publish([job]))).to.deep.equal([job.messageId])
    const consumer = await collect(at.queue, ackAll)
    await consumer.got([job])
    expect(new Set(consumer.ids())).to.deep.equal(new Set([job.messageId]))
  })

  it('confirms concurrent publications of several callers, each its own', async () => {
    const other = await at.another()
    const batches = Array.from({ length: 12 }, (_, index) => jobs(10 + index))
    const confirmed = await Promise.all(
      batches.map((batch, index) => right((index % 2 ? other : at.queue).publish(batch))),
    )
    confirmed.forEach((ids, index) => {
      expect([...ids].sort()).to.deep.equal((batches[index] ?? []).map(({ messageId }) => messageId).sort())
    })
  })
}

const counting = (at: QueueUnderTest): void => {
  it('counts the waiting jobs in each lane', async () => {
    for (const [index, lane] of LANES.entries()) await right(at.queue.publish(jobs(index + 2, lane)))
    for (const [index, lane] of LANES.entries()) expect(await depthOf(at, lane)).to.equal(index + 2)
  })

  it("doesn't count delivered jobs", async () => {
    await right(at.queue.publish(jobs(12)))
    const lazy = await collect(at.queue, keepAll, 5)
    await eventually('five were delivered', () => lazy.deliveries.length === 5)
    await eventually('seven wait', async () => (await depthOf(at)) === 7)
  })

  it("doesn't count finished jobs", async () => {
    const some = jobs(7)
    await right(at.queue.publish(some))
    await (await collect(at.queue, ackAll)).got(some)
    await eventually('the lane is empty', async () => (await depthOf(at)) === 0)
  })

  it('reports that it is up while it can be reached', async () => {
    await right(at.queue.publish([aJob()]))
    expect(at.queue.isUp()).to.equal(true)
  })
}

/** Tests the guarantees for publishers. */
export const publishingSuite = (open: OpenQueue): void => {
  describe('publishing', () => {
    const at = useQueue(open)
    confirming(at)
    counting(at)
  })
}
