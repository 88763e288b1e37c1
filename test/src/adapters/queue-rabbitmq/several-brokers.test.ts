import { once } from 'node:events'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import type { MessageId } from '@postrider/core/kernel/ids/id'
import type { Queue } from '@postrider/core/messaging/ports/queue'
import { eventually } from '@postrider/conformance/eventually'
import { checkBrokers } from '@postrider/queue-rabbitmq/check-brokers'
import { openRabbitmqQueue } from '@postrider/queue-rabbitmq/rabbitmq-queue'
import { freePort } from '../../servers/free-port.js'
import { type FaultProxy, startFaultProxy } from '../../servers/fault-proxy.js'
import { freshPrefix, publishAll, removeQueues, runBrokerUrl, someJobs } from './broker.js'

/** The run's broker, at the given servers instead of its own. */
const addressOf = (...servers: readonly string[]): string => {
  const { protocol, username, password, pathname } = new URL(runBrokerUrl())
  const login = username === '' ? '' : `${username}:${password}@`
  return `${protocol}//${login}${servers.join(',')}${pathname}`
}

const at = (port: number): string => `127.0.0.1:${port}`

describe('The queue on several brokers', () => {
  let prefix = ''
  let first: FaultProxy
  let second: FaultProxy
  let queue: Queue | undefined
  let listeners: Server[] = []

  beforeEach(async () => {
    prefix = freshPrefix()
    first = await startFaultProxy(runBrokerUrl())
    second = await startFaultProxy(runBrokerUrl())
  })
  afterEach(async () => {
    await Promise.all([first.heal(), second.heal()])
    await queue?.close()
    queue = undefined
    for (const listener of listeners) listener.close()
    listeners = []
    await Promise.all([first.stop(), second.stop()])
    await removeQueues(runBrokerUrl(), prefix)
  })

  const open = (...servers: readonly string[]): Queue => {
    queue = openRabbitmqQueue(addressOf(...servers), { prefix })
    return queue
  }
  const fail = (proxy: FaultProxy): void => {
    proxy.refuseNew()
    proxy.cut()
  }
  const consume = async (from: Queue): Promise<Set<MessageId>> => {
    const seen = new Set<MessageId>()
    await from.consume(['transactional'], 50, ({ job, ack }) => {
      seen.add(job.messageId)
      ack()
    })()
    return seen
  }

  it('publishes and delivers over the first, over the second once that fails, and back', async () => {
    const own = open(at(first.port), at(second.port))
    const seen = await consume(own)
    const jobs = someJobs(900)
    await publishAll(own, jobs.slice(0, 300))
    expect([first.connections(), second.connections()]).to.deep.equal([2, 0])
    const publishing = publishAll(own, jobs.slice(300, 600))
    fail(first)
    await publishing
    await eventually('both connections to the second', () => second.connections() === 2)
    expect(first.connections()).to.equal(0)
    await first.heal()
    const again = publishAll(own, jobs.slice(600))
    fail(second)
    await again
    await eventually('every job', () => jobs.every(({ messageId }) => seen.has(messageId)))
    await eventually('both connections to the first', () => first.connections() === 2)
  })

  it('starts on the second if the first refuses or is silent', async () => {
    first.blackhole()
    const own = open(at(await freePort()), at(first.port), at(second.port))
    const beganAtMs = performance.now()
    const seen = await consume(own)
    const jobs = someJobs(10)
    await publishAll(own, jobs)
    await eventually('every job', () => jobs.every(({ messageId }) => seen.has(messageId)))
    expect(performance.now() - beganAtMs).to.be.below(6_000)
    expect(second.connections()).to.equal(2)
  })

  it('tries all in turn, with increasing pauses, if none can be used', async () => {
    const tried: number[] = []
    for (const name of [0, 1, 2]) {
      const listener = createServer((socket) => {
        tried.push(name)
        socket.resetAndDestroy()
      })
      listeners.push(listener)
      listener.listen(0, '127.0.0.1')
      await once(listener, 'listening')
    }
    const ports = listeners.map((listener) => (listener.address() as AddressInfo).port)
    const own = open(...ports.map(at))
    await sleep(4_000)
    expect(own.isUp()).to.equal(false)
    expect(tried.length).to.be.within(4, 8)
    expect(tried).to.deep.equal(tried.map((_, nth) => nth % 3))
  })

  it('reports for each whether it can be used', async () => {
    const dead = await freePort()
    first.blackhole()
    const statuses = await checkBrokers(addressOf(at(dead), at(first.port), at(second.port)), 500)
    expect(statuses.map(({ server }) => server)).to.deep.equal([dead, first.port, second.port].map(at))
    const [refused, silent, used] = statuses.map(({ problem }) => problem)
    expect(refused).to.include('ECONNREFUSED')
    expect(silent).to.include('ETIMEDOUT')
    expect(used).to.equal(undefined)
    await eventually('no connection is left', () => second.connections() === 0)
  })
})
