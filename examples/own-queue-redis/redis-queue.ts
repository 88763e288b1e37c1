import { randomUUID } from 'node:crypto'
import { type Consumer, type Job, type Lane, type Queue, TE } from '@postrider/core/queue'
import { connect, type RedisConnection } from './connection.ts'
import { consumeLane } from './consume-lane.ts'

export interface RedisQueueOptions {
  /** What its streams begin with. Default: `postrider`. */
  readonly prefix?: string
  /** After this long the jobs of a process that died are delivered to others. Default: a minute. */
  readonly leaseMs?: number
}

const unavailable = (cause: unknown) => ({ _tag: 'QueueUnavailable' as const, cause: String(cause) })

/** What a Redis that answers has on the disk: only then may a job be confirmed that it answered. */
const refuseWhatForgets = async ({ redis }: RedisConnection): Promise<void> => {
  const settings = await redis.config('GET', 'append*')
  const text = JSON.stringify(settings)
  if (!text.includes('"appendonly","yes"') || !text.includes('"appendfsync","always"'))
    throw new Error(
      'This Redis may lose what it confirmed: start it with --appendonly yes --appendfsync always.',
    )
}

/**
 * A queue on Redis Streams: a stream for each lane, and a group that all dispatchers share. A job lies in its stream until it is
 * acknowledged; whoever was given it owns it until then.
 */
export const openRedisQueue = async (
  url: string,
  { prefix = 'postrider', leaseMs = 60_000 }: RedisQueueOptions = {},
): Promise<Queue> => {
  const streamOf = (lane: Lane): string => `${prefix}:${lane}`
  const connection = await connect(url)
  await refuseWhatForgets(connection).catch(async (error: unknown) => {
    await connection.end()
    throw error
  })
  const { redis } = connection
  /** Lets go what consumers were given and have not answered. */
  const leaving: Array<() => Promise<unknown>> = []
  let isClosed = false

  const publish = async (jobs: readonly Job[]) => {
    const pipeline = redis.pipeline()
    for (const { messageId, lane } of jobs)
      pipeline.xadd(streamOf(lane), '*', 'job', JSON.stringify({ v: 1, messageId }))
    const answers = (await pipeline.exec()) ?? []
    return jobs.flatMap(({ messageId }, at) => (answers[at]?.[0] === null ? [messageId] : []))
  }

  const consume = async (
    lanes: readonly Lane[],
    prefetch: number,
    handler: Parameters<Queue['consume']>[2],
  ): Promise<Consumer> => {
    const name = randomUUID()
    const parts = await Promise.all(
      lanes.map((lane) =>
        consumeLane(connection, { url, lane, name, stream: streamOf(lane), prefetch, leaseMs }, handler),
      ),
    )
    leaving.push(() => Promise.all(parts.map((part) => part.leave())))
    return { stop: async () => void (await Promise.all(parts.map((part) => part.stop()))) }
  }

  const whileOpen = <A>(work: () => Promise<A>) =>
    TE.tryCatch(() => (isClosed ? Promise.reject(new Error('the queue is closed')) : work()), unavailable)

  return {
    publish: (jobs) => whileOpen(() => (jobs.length === 0 ? Promise.resolve([]) : publish(jobs))),
    consume: (lanes, prefetch, handler) => whileOpen(() => consume(lanes, prefetch, handler)),
    depth: (lane) => whileOpen(() => connection.waiting(streamOf(lane))),
    // What has gone already cannot be written to, a moment before that is told.
    isUp: () => !isClosed && redis.status === 'ready' && redis.stream.writable,
    close: async () => {
      if (isClosed) return
      isClosed = true
      await Promise.all(leaving.map((leave) => leave()))
      await connection.end()
    },
  }
}
