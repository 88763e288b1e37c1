import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { E } from '@postrider/core/fp'
import type { MessageId } from '@postrider/core/kernel/ids/id'
import type { TraceContext } from '@postrider/core/kernel/tracing/trace-context'
import type { Delivery, Job, Queue } from '@postrider/core/messaging/ports/queue'
import { openRabbitmqQueue } from '@postrider/queue-rabbitmq/rabbitmq-queue'
import { aTrace } from '@postrider/conformance/builders/a-trace'
import { eventually } from '@postrider/conformance/eventually'
import { behindItsBack, freshPrefix, publishAll, removeQueues, runBrokerUrl, someJobs } from './broker.js'

describe('The queue on RabbitMQ', () => {
  let prefix = ''
  let queue: Queue
  let dead: Array<MessageId | undefined> = []

  beforeEach(() => {
    prefix = freshPrefix()
    dead = []
    const onDead = (messageId: MessageId | undefined): unknown => dead.push(messageId)
    queue = openRabbitmqQueue(runBrokerUrl(), { prefix, giveBackMs: 50, onDead })
  })
  afterEach(async () => {
    await queue.close()
    await removeQueues(runBrokerUrl(), prefix)
  })

  const countDead = async (): Promise<number> =>
    (await behindItsBack(runBrokerUrl(), (channel) => channel.checkQueue(`${prefix}.dead`))).messageCount

  it('carries only the id, persistent, in the quorum queue of the lane', async () => {
    const jobs = someJobs(1, 'otp')
    await publishAll(queue, jobs)
    const message = await behindItsBack(runBrokerUrl(), (channel) => channel.get(`${prefix}.otp`))
    if (message === false) return expect.fail('nothing in the queue')
    expect(message.content.toString()).to.equal(`{"v":1,"messageId":"${jobs[0]?.messageId}"}`)
    expect(message.properties).to.include({ deliveryMode: 2, messageId: jobs[0]?.messageId })
    // RabbitMQ refuses a declaration that differs from the existing queue.
    await behindItsBack(runBrokerUrl(), (channel) =>
      channel.assertQueue(`${prefix}.dead`, { durable: true, arguments: { 'x-queue-type': 'quorum' } }),
    )
  })

  it('shows the request of a job in the broker, also after it was returned', async () => {
    const trace = aTrace()
    const jobs = someJobs(1, 'otp').map((job) => ({ ...job, trace }))
    await publishAll(queue, jobs)
    const seen: Job[] = []
    const consumer = await queue.consume(['otp'], 1, (delivery) => {
      seen.push(delivery.job)
      delivery.giveBack()
    })()
    await eventually('it came twice', () => seen.length === 2)
    if (E.isRight(consumer)) await consumer.right.stop()
    expect(seen.map((job) => job.trace)).to.deep.equal([trace, trace])
    const again = async () =>
      behindItsBack(runBrokerUrl(), (channel) => channel.get(`${prefix}.otp`, { noAck: true }))
    let message = await again()
    await eventually('it is back', async () => (message ||= await again()) !== false)
    if (message === false) return expect.fail('nothing in the queue')
    expect(message.properties).to.include({ correlationId: trace.requestId })
    expect(message.properties.headers).to.include({ traceparent: trace.traceparent })
  })

  it('reports the request of a job that it gave up', async () => {
    const traces: TraceContext[] = []
    const other = openRabbitmqQueue(runBrokerUrl(), { prefix, onDead: (_id, trace) => traces.push(trace) })
    await publishAll(queue, someJobs(1))
    const trace = aTrace()
    const [job] = someJobs(1, 'otp')
    await behindItsBack(runBrokerUrl(), async (channel) => {
      const body = Buffer.from(`{"v":1,"messageId":"${job?.messageId}"}`)
      const headers = { traceparent: trace.traceparent }
      channel.sendToQueue(`${prefix}.dead`, body, { correlationId: trace.requestId ?? '', headers })
    })
    await other.consume(['otp'], 1, ({ ack }) => ack())()
    await eventually('it is told of', () => traces.length === 1)
    expect(traces).to.deep.equal([trace])
    await other.close()
  })

  it("doesn't confirm what no queue took, declares its queues again, and continues", async () => {
    await publishAll(queue, someJobs(1))
    await removeQueues(runBrokerUrl(), prefix)
    const lost = await queue.publish(someJobs(3))()
    expect(lost).to.deep.equal(E.right([]))
    const jobs = someJobs(5)
    await publishAll(queue, jobs)
    expect(await queue.depth('transactional')()).to.deep.equal(E.right(5))
  })

  it('subscribes again when the broker ends the consumer', async () => {
    const seen: MessageId[] = []
    const handler = ({ job, ack }: Delivery): void => {
      seen.push(job.messageId)
      ack()
    }
    await queue.consume(['transactional'], 10, handler)()
    await publishAll(queue, someJobs(1))
    await eventually('the first job', () => seen.length === 1)
    await removeQueues(runBrokerUrl(), prefix)
    const jobs = someJobs(3)
    await publishAll(queue, jobs)
    await eventually('the other jobs', () => seen.length === 4)
    expect(seen.slice(1)).to.have.members(jobs.map((job) => job.messageId))
  })

  it('gives up invalid jobs, reports them, and leaves none behind', async () => {
    const jobs = someJobs(1)
    await publishAll(queue, jobs)
    await behindItsBack(runBrokerUrl(), async (channel) => {
      channel.sendToQueue(`${prefix}.transactional`, Buffer.from('{"v":9}'))
      channel.sendToQueue(`${prefix}.transactional`, Buffer.from('junk'))
    })
    const seen: MessageId[] = []
    await queue.consume(['transactional'], 1, ({ job, ack }) => {
      seen.push(job.messageId)
      ack()
    })()
    await eventually('both are told of', () => dead.length === 2)
    expect(dead).to.deep.equal([undefined, undefined])
    expect(seen).to.deep.equal(jobs.map((job) => job.messageId))
    await eventually('the dead queue is empty', async () => (await countDead()) === 0)
  })

  it('empties a dead queue with earlier content, and reports the messages in it', async () => {
    await publishAll(queue, someJobs(1))
    const jobs = someJobs(25, 'otp')
    await behindItsBack(runBrokerUrl(), async (channel) => {
      for (const { messageId } of jobs)
        channel.sendToQueue(`${prefix}.dead`, Buffer.from(`{"v":1,"messageId":"${messageId}"}`))
    })
    await eventually('all are in the dead queue', async () => (await countDead()) === 25)
    await queue.consume(['otp'], 5, ({ ack }) => ack())()
    await eventually('all are told of', () => dead.length === 25)
    expect(dead).to.have.members(jobs.map(({ messageId }) => messageId))
    await queue.close()
    expect(await countDead()).to.equal(0)
  })

  it('delivers a job again after any number of returns', async () => {
    const [job] = someJobs(1)
    if (job === undefined) return
    await publishAll(queue, [job])
    let deliveries = 0
    await queue.consume(['transactional'], 5, (delivery) => {
      deliveries += 1
      if (deliveries <= 30) delivery.giveBack()
      else delivery.ack()
    })()
    await eventually('the last delivery', () => deliveries === 31)
    await sleep(200)
    expect(deliveries).to.equal(31)
    expect(dead).to.deep.equal([])
  })

  it("keeps for the next consumer exactly what wasn't acknowledged", async () => {
    const jobs = someJobs(50)
    await publishAll(queue, jobs)
    const held: Delivery[] = []
    await queue.consume(['transactional'], 100, (delivery) => held.push(delivery))()
    await eventually('all deliveries', () => held.length === 50)
    const done = held.filter((_, index) => index % 3 !== 1)
    for (const delivery of done) delivery.ack()
    await queue.close()
    queue = openRabbitmqQueue(runBrokerUrl(), { prefix })
    const seen: MessageId[] = []
    await queue.consume(['transactional'], 100, (delivery) => {
      seen.push(delivery.job.messageId)
      delivery.ack()
    })()
    const open = held.filter((delivery) => !done.includes(delivery)).map((delivery) => delivery.job.messageId)
    await eventually('the open jobs', () => seen.length === open.length)
    await sleep(200)
    expect(seen).to.have.members(open)
  })

  it('refuses an invalid address without repeating it', () => {
    for (const url of ['http://user:hunter2@host', 'hunter2', 'user:hunter2@host:5672']) {
      expect(() => openRabbitmqQueue(url))
        .to.throw('amqp://')
        .with.property('message')
        .that.does.not.contain('hunter2')
    }
  })
})
