import { Redis } from 'ioredis'

/** All dispatchers are one group: each job goes to one of them. */
export const GROUP = 'dispatchers'

/** A connection that answers, or says at once that it cannot: nothing is kept for later, nothing is said twice. */
export interface RedisConnection {
  readonly redis: Redis
  /** Makes the group of a stream where it is missing; what was published before it is delivered too. */
  ensureGroup(stream: string): Promise<void>
  /** How many jobs of a stream nobody has been given. */
  waiting(stream: string): Promise<number>
  end(): Promise<void>
}

const codeOf = (error: unknown): string => (error instanceof Error ? (error.message.split(' ')[0] ?? '') : '')

export const hasNoGroup = (error: unknown): boolean => codeOf(error) === 'NOGROUP'

export const connect = async (url: string): Promise<RedisConnection> => {
  const redis = new Redis(url, {
    lazyConnect: true,
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    retryStrategy: () => 150,
    connectTimeout: 3_000,
    commandTimeout: 5_000,
  })
  // Each command says itself what befell it.
  redis.on('error', () => undefined)
  await redis.connect()

  const ensureGroup = async (stream: string): Promise<void> => {
    try {
      await redis.xgroup('CREATE', stream, GROUP, '0', 'MKSTREAM')
    } catch (error) {
      if (codeOf(error) !== 'BUSYGROUP') throw error
    }
  }
  const waiting = async (stream: string): Promise<number> => {
    const answers = (await redis.multi().xlen(stream).xpending(stream, GROUP).exec()) ?? []
    const [length, pending] = answers
    if (hasNoGroup(pending?.[0])) {
      await ensureGroup(stream)
      return waiting(stream)
    }
    const given = (pending?.[1] as [number] | undefined)?.[0] ?? 0
    return Number(length?.[1]) - given
  }
  return {
    redis,
    ensureGroup,
    waiting,
    end: async () => {
      // Waits for what was said before; where nobody answers there is nothing to wait for.
      await redis.quit().catch(() => undefined)
      redis.disconnect()
    },
  }
}
