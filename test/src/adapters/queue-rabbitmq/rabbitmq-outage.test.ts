import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { E } from '@postrider/core/fp'
import type { MessageId } from '@postrider/core/domain/ids/id'
import type { Delivery, Queue } from '@postrider/core/ports/queue'
import { openRabbitmqQueue } from '@postrider/queue-rabbitmq/rabbitmq-queue'
import { eventually } from '../../conformance/eventually.js'
import { startFaultProxy, type FaultProxy } from '../../servers/fault-proxy.js'
import { startRabbitmq } from '../../servers/rabbitmq.js'
import { freshPrefix, publishAll, removeQueues, runBrokerUrl, someJobs } from './broker.js'

/** How the frame begins that asks the broker to close a channel. */
const CHANNEL_CLOSE = Buffer.from([0, 20, 0, 40])

describe('The queue on RabbitMQ, when the network fails', function () {
  this.timeout(60_000)
  let prefix = ''
  let proxy: FaultProxy
  let queue: Queue

  beforeEach(async () => {
    prefix = freshPrefix()
    proxy = await startFaultProxy(runBrokerUrl())
  })
  afterEach(async () => {
    await proxy.heal()
    await queue.close()
    await proxy.stop()
    await removeQueues(runBrokerUrl(), prefix)
  })

  it('opens while the broker is down, says so, and begins as soon as it is there', async () => {
    proxy.refuseNew()
    queue = openRabbitmqQueue(proxy.url, { prefix, patienceMs: 100 })
    expect(queue.isUp()).to.equal(false)
    const seen: MessageId[] = []
    const consumer = await queue.consume(['transactional'], 10, ({ job, ack }) => {
      seen.push(job.messageId)
      ack()
    })()
    expect(E.isRight(consumer)).to.equal(true)
    const jobs = someJobs(3)
    const refused = await queue.publish(jobs)()
    expect(refused).to.have.nested.property('left._tag', 'QueueUnavailable')
    expect(JSON.stringify(refused)).not.to.contain('guest')
    expect(await queue.depth('otp')()).to.have.nested.property('left._tag', 'QueueUnavailable')
    await proxy.heal()
    await eventually('the connection', () => queue.isUp())
    await publishAll(queue, jobs)
    await eventually('the jobs', () => seen.length === 3)
    expect(seen).to.have.members(jobs.map((job) => job.messageId))
  })

  it('loses no job over cut connections, and answers to the old connection do no harm', async () => {
    queue = openRabbitmqQueue(proxy.url, { prefix })
    const seen = new Set<MessageId>()
    const old: Delivery[] = []
    await queue.consume(['transactional', 'otp'], 50, (delivery) => {
      seen.add(delivery.job.messageId)
      if (old.length < 20) old.push(delivery)
      else delivery.ack()
    })()
    const jobs = [...someJobs(300), ...someJobs(300, 'otp')]
    const publishing = publishAll(queue, jobs)
    for (let cuts = 0; cuts < 3; cuts += 1) {
      await sleep(300)
      proxy.cut()
    }
    await sleep(200)
    for (const [index, delivery] of old.entries()) {
      if (index % 2 === 0) delivery.ack()
      else delivery.giveBack()
    }
    await publishing
    await eventually('every job', () => seen.size === jobs.length)
    const isEmpty = async (): Promise<boolean> => {
      const depth = await queue.depth('transactional')()
      return E.isRight(depth) && depth.right === 0
    }
    await eventually('an empty queue', isEmpty)
    expect(queue.isUp()).to.equal(true)
  })

  it('answers and goes on where the connection is lost at the very moment a channel is closed', async () => {
    proxy.cutAt(CHANNEL_CLOSE)
    queue = openRabbitmqQueue(proxy.url, { prefix })
    await publishAll(queue, someJobs(3))
    for (let cuts = 0; cuts < 3; cuts += 1) {
      await eventually('the connection', () => queue.isUp())
      proxy.cutAt(CHANNEL_CLOSE)
      expect(await queue.depth('transactional')()).to.deep.equal(E.right(3))
      await eventually('the cut', () => !queue.isUp())
    }
    await eventually('the connection', () => queue.isUp())
    await publishAll(queue, someJobs(3))
    expect(await queue.depth('transactional')()).to.deep.equal(E.right(6))
  })

  it('tells no depth while the broker does not answer, and does not wait for it', async () => {
    queue = openRabbitmqQueue(proxy.url, { prefix, patienceMs: 200 })
    await publishAll(queue, someJobs(1))
    proxy.blackhole()
    expect(await queue.depth('transactional')()).to.have.nested.property('left._tag', 'QueueUnavailable')
    await proxy.heal()
    expect(await queue.depth('transactional')()).to.deep.equal(E.right(1))
  }).timeout(10_000)

  it('stops waiting for confirms that do not come, and publishes again over a fresh channel', async () => {
    queue = openRabbitmqQueue(proxy.url, { prefix, confirmTimeoutMs: 500 })
    await publishAll(queue, someJobs(1))
    proxy.blackhole()
    const startedMs = Date.now()
    expect(await queue.publish(someJobs(2000))()).to.deep.equal(E.right([]))
    expect(Date.now() - startedMs).to.be.lessThan(1500)
    await proxy.heal()
    await publishAll(queue, someJobs(10))
  })

  it('closes in time while the broker does not answer', async () => {
    queue = openRabbitmqQueue(proxy.url, { prefix })
    await queue.consume(['otp'], 5, ({ ack }) => ack())()
    await publishAll(queue, someJobs(5, 'otp'))
    proxy.blackhole()
    const startedMs = Date.now()
    await queue.close()
    expect(Date.now() - startedMs).to.be.lessThan(9_000)
    expect(await queue.publish(someJobs(1))()).to.have.nested.property('left._tag', 'QueueUnavailable')
  })
})

describe('The queue on RabbitMQ, when the broker is killed', function () {
  this.timeout(120_000)

  it('delivers every confirmed job after the restart, and takes new ones', async () => {
    const broker = await startRabbitmq()
    const queue = openRabbitmqQueue(broker.url)
    const before = someJobs(200)
    await publishAll(queue, before)
    await broker.kill()
    await eventually('the loss to be noticed', () => !queue.isUp())
    const seen = new Set<MessageId>()
    await queue.consume(['transactional'], 50, ({ job, ack }) => {
      seen.add(job.messageId)
      ack()
    })()
    await broker.restart()
    const after = someJobs(50)
    await publishAll(queue, after)
    await eventually('every job', () => seen.size === 250, 30_000)
    await queue.close()
    await broker.stop()
  })
})
