import { randomUUID } from 'node:crypto'
import { LANES, type Queue } from '@postrider/core/queue'
import {
  ackAll,
  collect,
  describeQueue,
  describeQueueFaults,
  jobs,
  keepAll,
} from '@postrider/conformance/queue'
import { type OwnRedis, startRedis } from './own-redis.ts'
import { openRedisQueue } from './redis-queue.ts'

let server: OwnRedis
before(async () => {
  server = await startRedis()
})
after(() => server.end())

const openOne = async () => {
  const prefix = randomUUID()
  const opened: Queue[] = []
  const another = async (): Promise<Queue> => {
    const queue = await openRedisQueue(server.url, { prefix })
    opened.push(queue)
    return queue
  }
  const closeAll = () => Promise.all(opened.splice(0).map((queue) => queue.close()))
  return {
    queue: await another(),
    another,
    reopen: async () => {
      await closeAll()
      return another()
    },
    close: async () => {
      await closeAll()
      await server.remove(...LANES.map((lane) => `${prefix}:${lane}`))
    },
  }
}

describeQueue('Redis Streams', openOne)

describeQueueFaults('Redis Streams', async () => {
  const own = await startRedis()
  const queue = await openRedisQueue(own.url)
  return {
    queue,
    killBroker: own.kill,
    restartBroker: own.restart,
    deleteQueues: () => own.remove(...LANES.map((lane) => `postrider:${lane}`)),
    close: async () => {
      await queue.close()
      await own.end()
    },
  }
})

describe('The Redis queue, beyond the conformance kits', () => {
  it('gives the jobs of a dead process to others when its lease expires', async () => {
    const prefix = randomUUID()
    const dying = await openRedisQueue(server.url, { prefix, leaseMs: 400 })
    const some = jobs(5)
    await dying.publish(some)()
    const lazy = await collect(dying, keepAll)
    await lazy.got(some)
    await lazy.stop()
    const other = await openRedisQueue(server.url, { prefix, leaseMs: 400 })
    await (await collect(other, ackAll)).got(some)
    await Promise.all([dying.close(), other.close()])
  }).timeout(10_000)

  it('refuses a Redis that can lose acknowledged writes', async () => {
    const forgetful = await startRedis()
    const redis = new (await import('ioredis')).Redis(forgetful.url)
    await redis.config('SET', 'appendfsync', 'everysec')
    redis.disconnect()
    const refused = await openRedisQueue(forgetful.url).then(
      () => undefined,
      (error: Error) => error.message,
    )
    await forgetful.end()
    if (!refused?.includes('appendfsync always')) throw new Error(`it was taken: ${refused}`)
  })
})
