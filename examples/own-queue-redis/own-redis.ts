import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Redis } from 'ioredis'

/** A Redis of the tests' own, which writes everything to the disk before it answers. */
export interface OwnRedis {
  readonly url: string
  kill(): Promise<void>
  restart(): Promise<void>
  /** Deletes keys, as an operator might. */
  remove(...keys: readonly string[]): Promise<void>
  end(): Promise<void>
}

/** Below the ports that the system gives to outgoing connections: one of those could take it while the server is away. */
const freePort = async (): Promise<number> => {
  for (;;) {
    const port = randomInt(15_000, 32_000)
    const server = createServer().listen(port, '127.0.0.1')
    const isFree = await once(server, 'listening').then(Boolean, () => false)
    if (!isFree) continue
    server.close()
    await once(server, 'close')
    return port
  }
}

export const startRedis = async (): Promise<OwnRedis> => {
  const directory = await mkdtemp(join(tmpdir(), 'own-redis-'))
  const port = await freePort()
  const url = `redis://127.0.0.1:${port}`
  const asking = async <A>(ask: (redis: Redis) => Promise<A>): Promise<A> => {
    const redis = new Redis(url, { lazyConnect: true, retryStrategy: () => null, commandTimeout: 5_000 })
    redis.on('error', () => undefined)
    try {
      await redis.connect()
      return await ask(redis)
    } finally {
      redis.disconnect()
    }
  }
  let server: ChildProcess
  const start = async (): Promise<void> => {
    const settings = ['--port', port, '--bind', '127.0.0.1', '--dir', directory, '--save', '']
    const durable = ['--appendonly', 'yes', '--appendfsync', 'always']
    server = spawn('redis-server', [...settings, ...durable].map(String), { stdio: 'ignore' })
    server.on('error', () => undefined)
    for (let time = 0; ; time += 1) {
      const isReady = await asking((redis) => redis.ping()).catch(() => undefined)
      if (isReady !== undefined) return
      if (time > 200 || server.exitCode !== null)
        throw new Error('redis-server does not start: is it installed?')
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (server.exitCode !== null || server.signalCode !== null) return
    server.kill(signal)
    await once(server, 'exit')
  }
  await start()
  return {
    url,
    kill: () => end('SIGKILL'),
    restart: async () => {
      await end('SIGTERM')
      await start()
    },
    remove: async (...keys) => void (await asking((redis) => redis.del(...keys))),
    end: async () => {
      await end('SIGTERM')
      await rm(directory, { recursive: true, force: true })
    },
  }
}
