import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { binary } from './binaries.js'
import { freePort } from './free-port.js'
import { freshDirectory } from './run-directory.js'
import { startProcess, untilReady } from './server-process.js'

/** A private Prometheus on loopback. */
export interface Prometheus {
  readonly url: string
  /** Stops it and removes its data. */
  stop(): Promise<void>
}

/** Starts one with this configuration. The configuration names the paths of its rules. */
export const startPrometheus = async (configurationFile: string): Promise<Prometheus> => {
  const directory = await freshDirectory('prometheus')
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const server = await startProcess({
    path: binary('prometheus'),
    args: [
      `--config.file=${configurationFile}`,
      `--storage.tsdb.path=${join(directory, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ],
    logFile: join(directory, 'prometheus.log'),
  })
  const probe = async (): Promise<void> => {
    const { ok } = await fetch(`${url}/-/ready`)
    if (!ok) throw new Error('it is not ready')
  }
  await untilReady(server, { name: 'Prometheus', timeoutMs: 60_000, probe })
  return {
    url,
    stop: async () => {
      await server.end('SIGTERM')
      await rm(directory, { recursive: true, force: true })
    },
  }
}
