import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { E } from '@postrider/core/fp'
import type { MessageId } from '@postrider/core/domain/ids/id'
import type { Delivery, Queue } from '@postrider/core/ports/queue'
import { openRabbitmqQueue } from '@postrider/queue-rabbitmq/rabbitmq-queue'
import { eventually } from '../../conformance/eventually.js'
import { behindItsBack, freshPrefix, publishAll, removeQueues, runBrokerUrl, someJobs } from './broker.js'

describe('The queue on RabbitMQ', function () {
  this.timeout(30_000)
  let prefix = ''
  let queue: Queue

  beforeEach(() => {
    prefix = freshPrefix()
    queue = openRabbitmqQueue(runBrokerUrl(), { prefix, giveBackMs: 50 })
  })
  afterEach(async () => {
    await queue.close()
    await removeQueues(runBrokerUrl(), prefix)
  })

  it('carries the id and nothing else, persistent, in the quorum queue of the lane', async () => {
    const jobs = someJobs(1, 'otp')
    await publishAll(queue, jobs)
    const message = await behindItsBack(runBrokerUrl(), (channel) => channel.get(`${prefix}.otp`))
    if (message === false) return expect.fail('nothing in the queue')
    expect(message.content.toString()).to.equal(`{"v":1,"messageId":"${jobs[0]?.messageId}"}`)
    expect(message.properties).to.include({ deliveryMode: 2, messageId: jobs[0]?.messageId })
    // RabbitMQ refuses a declaration that differs from the queue that is there.
    await behindItsBack(runBrokerUrl(), (channel) =>
      channel.assertQueue(`${prefix}.dead`, { durable: true, arguments: { 'x-queue-type': 'quorum' } }),
    )
  })

  it('does not confirm what no queue took, declares its queues again, and goes on', async () => {
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

  it('puts bodies that are no jobs into the dead queue and goes on with the next', async () => {
    const jobs = someJobs(1)
    await publishAll(queue, jobs)
    await behindItsBack(runBrokerUrl(), async (channel) => {
      channel.sendToQueue(`${prefix}.transactional`, Buffer.from('{"v":9}'))
      channel.sendToQueue(`${prefix}.transactional`, Buffer.from('junk'))
      await channel.close()
    })
    const seen: MessageId[] = []
    await queue.consume(['transactional'], 1, ({ job, ack }) => {
      seen.push(job.messageId)
      ack()
    })()
    const countDead = async (): Promise<number> =>
      (await behindItsBack(runBrokerUrl(), (channel) => channel.checkQueue(`${prefix}.dead`))).messageCount
    await eventually('two in the dead queue', async () => (await countDead()) === 2)
    expect(seen).to.deep.equal(jobs.map((job) => job.messageId))
  })

  it('delivers a job again however often it is given back', async () => {
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
    const dead = await behindItsBack(runBrokerUrl(), (channel) => channel.checkQueue(`${prefix}.dead`))
    expect(dead.messageCount).to.equal(0)
  })

  it('keeps for the next consumer what was not answered, and only that', async () => {
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

  it('refuses an address that is none without repeating it', () => {
    for (const url of ['http://user:hunter2@host', 'hunter2', 'user:hunter2@host:5672']) {
      expect(() => openRabbitmqQueue(url))
        .to.throw('amqp://')
        .with.property('message')
        .that.does.not.contain('hunter2')
    }
  })
})
