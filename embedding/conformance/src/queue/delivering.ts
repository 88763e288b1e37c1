import { LANES } from '@postrider/core/kernel/messages/lane'
import type { Delivery } from '@postrider/core/messaging/ports/queue'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { aJob, jobs } from '../builders/a-job.js'
import { eventually } from '../eventually.js'
import { right } from '../outcome.js'
import { ackAll, collect, keepAll } from './collecting.js'
import { type OpenQueue, type QueueUnderTest, useQueue } from './open-queue.js'

/** How long a test waits to show that an event doesn't happen. */
const QUIET_MS = 400

const answers = (at: QueueUnderTest): void => {
  it('delivers jobs as they were published, before the consumer came and after', async () => {
    const [early, late] = [aJob(), aJob()]
    await right(at.queue.publish([early]))
    const consumer = await collect(at.queue, ackAll)
    await consumer.got([early])
    await right(at.queue.publish([late]))
    await consumer.got([late])
    const delivered = consumer.deliveries.map(({ job: { messageId, lane } }) => ({ messageId, lane }))
    expect(delivered).to.deep.equal([early, late])
  })

  it('never delivers an acknowledged job again, to any consumer', async () => {
    const some = jobs(10)
    await right(at.queue.publish(some))
    const consumer = await collect(at.queue, ackAll)
    await consumer.got(some)
    await consumer.stop()
    const queue = await at.reopen()
    const next = await collect(queue, ackAll)
    await sleep(QUIET_MS)
    expect(next.ids()).to.deep.equal([])
    expect(await right(queue.depth('transactional'))).to.equal(0)
  })

  it('delivers a returned job again, after a pause of about a second', async () => {
    const job = aJob()
    await right(at.queue.publish([job]))
    const times: number[] = []
    const consumer = await collect(at.queue, (delivery, time) => {
      times.push(performance.now())
      if (time === 1) delivery.giveBack()
      else delivery.ack()
    })
    await eventually('the job came again', () => times.length === 2)
    const [first = 0, second = 0] = times
    expect(second - first).to.be.greaterThan(950)
    await sleep(QUIET_MS)
    expect(consumer.ids()).to.deep.equal([job.messageId, job.messageId])
  })

  it('continues with other jobs while a returned one waits', async () => {
    const bad = aJob()
    const consumer = await collect(
      at.queue,
      (delivery) => (delivery.job.messageId === bad.messageId ? delivery.giveBack() : delivery.ack()),
      1,
    )
    await right(at.queue.publish([bad]))
    await consumer.got([bad])
    const good = jobs(5)
    const startedMs = performance.now()
    await right(at.queue.publish(good))
    await consumer.got(good)
    expect(performance.now() - startedMs).to.be.lessThan(5_000)
  })
}

const unanswered = (at: QueueUnderTest): void => {
  it('delivers unacknowledged jobs again after the consumer was stopped and the queue closed', async () => {
    const some = jobs(6)
    await right(at.queue.publish(some))
    const lazy = await collect(at.queue, keepAll)
    await lazy.got(some)
    await lazy.stop()
    const queue = await at.reopen()
    await (await collect(queue, ackAll)).got(some)
  })

  it('delivers unacknowledged jobs again after the queue was closed during consumption', async () => {
    const some = jobs(6)
    await right(at.queue.publish(some))
    const other = await at.another()
    await (await collect(other, keepAll)).got(some)
    await other.close()
    await (await collect(at.queue, ackAll)).got(some)
  })

  it('accepts acknowledgements after the consumer was stopped, and delivers nothing new to it', async () => {
    const [answered, open, later] = [aJob(), aJob(), aJob()]
    await right(at.queue.publish([answered, open]))
    const consumer = await collect(at.queue, keepAll)
    await consumer.got([answered, open])
    await consumer.stop()
    await right(at.queue.publish([later]))
    consumer.deliveries.find(({ job }) => job.messageId === answered.messageId)?.ack()
    await sleep(300)
    expect(consumer.deliveries).to.have.length(2)
    const next = await collect(await at.reopen(), ackAll)
    await next.got([open, later])
    expect(next.ids()).to.not.include(answered.messageId)
  })

  it('ignores acknowledgements after it was closed', async () => {
    const [one, two] = jobs(2)
    if (one === undefined || two === undefined) throw new Error('two jobs were made')
    await right(at.queue.publish([one, two]))
    const other = await at.another()
    const consumer = await collect(other, keepAll)
    await consumer.got([one, two])
    await other.close()
    consumer.deliveries[0]?.ack()
    consumer.deliveries[1]?.giveBack()
    await (await collect(at.queue, ackAll)).got([one, two])
  })
}

const sharing = (at: QueueUnderTest): void => {
  it('has at most the prefetch unacknowledged at a time, for each lane', async () => {
    const all = [...jobs(12), ...jobs(12, 'otp')]
    await right(at.queue.publish(all))
    const held: Delivery[] = []
    let answering = false
    const answer = (delivery: Delivery): void => {
      if (answering) delivery.ack()
      else held.push(delivery)
    }
    const consumer = await collect(at.queue, answer, 4, ['otp', 'transactional'])
    const ofLane = (lane: string) => held.filter(({ job }) => job.lane === lane).length
    await eventually('both lanes are full', () => ofLane('otp') === 4 && ofLane('transactional') === 4)
    await sleep(400)
    expect(held).to.have.length(8)
    const first = held.find(({ job }) => job.lane === 'otp')
    first?.ack()
    await eventually('a place is taken again', () => ofLane('otp') === 5)
    await sleep(200)
    expect(ofLane('transactional')).to.equal(4)
    answering = true
    for (const delivery of held) if (delivery !== first) delivery.ack()
    await consumer.got(all)
  })

  it('delivers to a consumer exactly the jobs of its lanes', async () => {
    const byLane = LANES.map((lane) => jobs(3, lane))
    await right(at.queue.publish(byLane.flat()))
    const urgent = await collect(at.queue, ackAll, 10, ['otp'])
    const rest = await collect(at.queue, ackAll, 10, ['transactional', 'promotional'])
    await Promise.all([urgent.got(byLane[0] ?? []), rest.got([...(byLane[1] ?? []), ...(byLane[2] ?? [])])])
    expect(new Set(urgent.deliveries.map(({ job }) => job.lane))).to.deep.equal(new Set(['otp']))
    expect(rest.deliveries.map(({ job }) => job.lane)).to.not.include('otp')
  })

  it('keeps a stuck lane from delaying another', async () => {
    const [stuck, urgent] = [jobs(20), jobs(20, 'otp')]
    await right(at.queue.publish(stuck))
    const lazy = await collect(at.queue, keepAll, 5)
    await eventually('the lane is stuck', () => lazy.deliveries.length === 5)
    await right(at.queue.publish(urgent))
    await (await collect(at.queue, ackAll, 5, ['otp'])).got(urgent)
  })

  it('delivers each of 5,000 jobs, shared by the consumers of two processes', async () => {
    const many = jobs(5_000)
    const other = await at.another()
    const consumers = [await collect(at.queue, ackAll), await collect(other, ackAll)]
    const confirmed = await right(at.queue.publish(many))
    expect(confirmed).to.have.length(5_000)
    const seen = () => new Set(consumers.flatMap((consumer) => consumer.ids()))
    await eventually('all jobs were delivered', () => seen().size === 5_000)
    await eventually('nothing is left', async () => (await right(at.queue.depth('transactional'))) === 0)
  }).timeout(180_000)
}

const openHandles = (): number =>
  process.getActiveResourcesInfo().filter((resource) => !['Immediate', 'CloseReq'].includes(resource)).length

const closing = (at: QueueUnderTest): void => {
  it('leaves no timer and no connection behind when it is closed', async () => {
    await right(at.queue.publish([aJob()]))
    await sleep(100)
    const before = openHandles()
    const queue = await at.another()
    await right(queue.publish(jobs(3)))
    const consumer = await collect(queue, (delivery, time) =>
      time === 1 ? delivery.giveBack() : delivery.ack(),
    )
    await eventually('jobs were delivered', () => consumer.deliveries.length > 0)
    expect(openHandles()).to.be.at.least(before)
    await queue.close()
    await eventually('nothing is open', () => openHandles() <= before)
    const seen = consumer.deliveries.length
    await sleep(200)
    expect(consumer.deliveries).to.have.length(seen)
  })

  it('can be closed twice, and publishes nothing afterwards', async () => {
    const queue = await at.another()
    await queue.close()
    await queue.close()
    const outcome = await queue.publish([aJob()])()
    expect(outcome._tag === 'Left' || outcome.right.length === 0).to.equal(true)
    expect(queue.isUp()).to.equal(false)
  })
}

/** Tests the guarantees for consumers. */
export const deliveringSuite = (open: OpenQueue): void => {
  describe('delivering', () => {
    const at = useQueue(open)
    answers(at)
    unanswered(at)
    sharing(at)
    closing(at)
  })
}
