import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { eventually } from '@postrider/conformance/eventually'
import { benchEnvironment } from './bench-settings.js'
import { owned } from './interruption.js'
import type { MeasureTarget } from './measure.js'
import type { Variant } from './variant.js'

const POSTRIDER = fileURLToPath(new URL('../../../hosts/cli/bin/postrider.mjs', import.meta.url))
const START_WITHIN_MS = 30_000

/** The delivered program: one process, or workers on one port with their parent. */
export interface WorkersProcess extends MeasureTarget {
  stop(): Promise<void>
}

const lineOf = async (path: string, message: string): Promise<Record<string, unknown> | undefined> => {
  const lines = (await readFile(path, 'utf8')).split('\n').slice(0, -1)
  const found = lines.find((line) => line.includes(`"msg":"${message}"`))
  return found === undefined ? undefined : (JSON.parse(found) as Record<string, unknown>)
}

/**
 * Starts `postrider http` with this number of workers on the variant's database with a log file, and waits
 * until all serve.
 */
export const startWorkers = async (variant: Variant, workers: number): Promise<WorkersProcess> => {
  const dataDir = join(variant.dataDir, `workers-${workers}`)
  await mkdir(dataDir, { recursive: true })
  const path = join(dataDir, 'log.jsonl')
  const log = await open(path, 'w')
  const { PATH = '' } = process.env
  const child = owned(
    spawn(process.execPath, [POSTRIDER, 'http', '--workers', String(workers)], {
      cwd: dataDir,
      stdio: ['ignore', log.fd, 'inherit'],
      env: { PATH, NODE_ENV: 'production', ...benchEnvironment({ ...variant, dataDir }) },
    }),
  )
  await log.close()
  const ended = once(child, 'exit')
  const said = workers === 1 ? 'serving' : 'all workers ready'
  await eventually(said, async () => (await lineOf(path, said)) !== undefined, START_WITHIN_MS)
  const serving = await lineOf(path, 'serving')
  return {
    port: Number(serving?.['httpPort']),
    pid: child.pid ?? 0,
    stop: async () => {
      child.kill('SIGTERM')
      await ended
    },
  }
}
