import { rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { binary } from './binaries.js'
import { freePort } from './free-port.js'
import { freshDirectory } from './run-directory.js'
import { startProcess, untilReady } from './server-process.js'

/** A private Redis that flushes before it responds. */
export interface OwnRedis {
  readonly url: string
  stop(): Promise<void>
}

/** Rejects if no server listens on the port. */
const probe = (port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('error', reject)
    socket.once('connect', () => {
      socket.destroy()
      resolve()
    })
  })

export const startOwnRedis = async (): Promise<OwnRedis> => {
  const directory = await freshDirectory('redis')
  const port = await freePort()
  const settings = ['--port', String(port), '--bind', '127.0.0.1', '--dir', directory, '--save', '']
  const server = await startProcess({
    path: binary('redisServer'),
    args: [...settings, '--appendonly', 'yes', '--appendfsync', 'always'],
    logFile: join(directory, 'redis.log'),
  })
  await untilReady(server, { name: 'Redis', timeoutMs: 20_000, probe: () => probe(port) })
  return {
    url: `redis://127.0.0.1:${port}`,
    stop: async () => {
      await server.end('SIGTERM')
      await rm(directory, { recursive: true, force: true })
    },
  }
}
