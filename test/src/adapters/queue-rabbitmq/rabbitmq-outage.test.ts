import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { E } from '@postrider/core/fp'
import type { MessageId } from '@postrider/core/kernel/ids/id'
import type { Delivery, Queue } from '@postrider/core/messaging/ports/queue'
import { openRabbitmqQueue } from '@postrider/queue-rabbitmq/rabbitmq-queue'
import { eventually } from '@postrider/conformance/eventually'
import { startFaultProxy, type FaultProxy } from '../../servers/fault-proxy.js'
import { behindItsBack, freshPrefix, publishAll, removeQueues, runBrokerUrl, someJobs } from './broker.js'

/** The start of the frame that asks the broker to close a channel. */
const CHANNEL_CLOSE = Buffer.from([0, 20, 0, 40])

/** The start of the frame that asks the broker to close the connection. */
const CONNECTION_CLOSE = Buffer.from([0, 10, 0, 50])

/** The start of the frame with which a client confirms that the broker ends the connection. */
const CONNECTION_CLOSE_OK = Buffer.from([0, 10, 0, 51])

/** The start of the frame with which the broker accepts a consumer. */
const CONSUME_OK = Buffer.from([0, 60, 0, 21])

/** The frame with which a stopping broker ends a connection: code 320, no text, no method. */
const CONNECTION_FORCED = Buffer.from([1, 0, 0, 0, 0, 0, 11, 0, 10, 0, 50, 1, 64, 0, 0, 0, 0, 0, 206])

describe('The queue on RabbitMQ, when the network fails', () => {
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

  it('opens while the broker is down, reports that, and starts as soon as it is available', async () => {
    proxy.refuseNew()
    queue = openRabbitmqQueue(proxy.url, { prefix, timeoutMs: 100 })
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

  it('loses no job over cut connections, and acknowledgements to the old connection do no harm', async () => {
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

  it('responds and continues if the connection is lost at the exact time a channel is closed', async () => {
    // Late bytes: a connection is up while the channel that declared the queues is still closing.
    proxy.setLatencyMs(20)
    const closings = proxy.count(CHANNEL_CLOSE)
    proxy.cutAt(CHANNEL_CLOSE)
    queue = openRabbitmqQueue(proxy.url, { prefix })
    await eventually('the first cut', () => closings() === 1)
    await publishAll(queue, someJobs(3))
    for (let cuts = 0; cuts < 3; cuts += 1) {
      // Only the next closing is that of a query. The cut must not happen during the query.
      await eventually(
        'a connection with nothing under way',
        () => queue.isUp() && closings() === 2 + 2 * cuts,
      )
      proxy.cutAt(CHANNEL_CLOSE)
      expect(await queue.depth('transactional')()).to.deep.equal(E.right(3))
      await eventually('the cut', () => !queue.isUp())
    }
    await eventually('the connection', () => queue.isUp())
    await publishAll(queue, someJobs(3))
    expect(await queue.depth('transactional')()).to.deep.equal(E.right(6))
  })

  it('connects again if the broker ends a connection as soon as the queues are declared on it', async () => {
    proxy.endAfter(Buffer.from(`${prefix}.promotional`), CONNECTION_FORCED)
    queue = openRabbitmqQueue(proxy.url, { prefix, confirmTimeoutMs: 1_000 })
    await publishAll(queue, someJobs(3))
    expect(await queue.depth('transactional')()).to.deep.equal(E.right(3))
  })

  it('reads on if the broker ends the connection as soon as it has accepted the consumer', async () => {
    queue = openRabbitmqQueue(proxy.url, { prefix })
    proxy.endAfter(CONSUME_OK, CONNECTION_FORCED)
    const ended = proxy.count(CONNECTION_CLOSE_OK)
    const seen = new Set<MessageId>()
    await queue.consume(['transactional'], 10, ({ job, ack }) => {
      seen.add(job.messageId)
      ack()
    })()
    await eventually('the end of the connection', () => ended() === 1)
    await publishAll(queue, someJobs(3))
    await eventually('every job', () => seen.size === 3)
  })

  it('connects again if a connection is lost while it is abandoned', async () => {
    const givenUp = proxy.count(CONNECTION_CLOSE)
    const inTheWay = `${prefix}.dead`
    await behindItsBack(runBrokerUrl(), (channel) => channel.assertQueue(inTheWay, { durable: true }))
    proxy.cutAt(CONNECTION_CLOSE)
    queue = openRabbitmqQueue(proxy.url, { prefix })
    await eventually('the loss', () => givenUp() > 0)
    await behindItsBack(runBrokerUrl(), (channel) => channel.deleteQueue(inTheWay))
    await eventually('the connection', () => queue.isUp())
    await publishAll(queue, someJobs(3))
  })

  it("returns no depth while the broker doesn't respond, and doesn't wait for it", async () => {
    queue = openRabbitmqQueue(proxy.url, { prefix, timeoutMs: 200 })
    await publishAll(queue, someJobs(1))
    proxy.blackhole()
    expect(await queue.depth('transactional')()).to.have.nested.property('left._tag', 'QueueUnavailable')
    await proxy.heal()
    const isKnown = async (): Promise<boolean> => E.isRight(await queue.depth('transactional')())
    await eventually('the depth', isKnown)
  })

  it('stops waiting for missing confirms, and publishes again over a new channel', async () => {
    queue = openRabbitmqQueue(proxy.url, { prefix, confirmTimeoutMs: 500 })
    await publishAll(queue, someJobs(1))
    proxy.blackhole()
    const startedMs = Date.now()
    expect(await queue.publish(someJobs(2000))()).to.deep.equal(E.right([]))
    expect(Date.now() - startedMs).to.be.lessThan(8_000)
    await proxy.heal()
    await publishAll(queue, someJobs(10))
  })

  it("closes in time while the broker doesn't respond", async () => {
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
