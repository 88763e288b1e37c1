import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, existsSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { binary } from '@postrider/test/servers/binaries'
import { owned } from '../interruption.js'
import type { LoadPlan, LoadResult } from './load.js'
import type { LoadSource } from './load-source.js'
import { framed, readWrkReport, wrkScript } from './wrk-script.js'

/** More than any server handles per second, unless the plan sets a limit. */
const MOST_PER_SECOND = 50_000

const BLOCK_BYTES = 1024 * 1024

/** Without a known limit: more than any server handles per second, even of batches. */
const MOST_BYTES = 64 * BLOCK_BYTES

/** A memory file system: requests on a disk would be flushed during the measurement. */
const SHARED_MEMORY = '/dev/shm'

/**
 * The third file descriptor of the child, through which it opens the requests. The file has no name by then,
 * so nothing needs to remove it.
 */
const REQUESTS = '/dev/fd/3'

const writeRequests = (file: number, { next, from = 0, measureMs, most }: LoadPlan): void => {
  const count = Math.ceil(most ?? (MOST_PER_SECOND * measureMs) / 1000)
  const mostBytes = most === undefined ? MOST_BYTES : Number.POSITIVE_INFINITY
  let block: Buffer[] = []
  let [bytes, written] = [0, 0]
  for (let serial = from + 1; serial <= from + count; serial += 1) {
    for (const part of framed(next(serial))) {
      block.push(part)
      bytes += part.length
    }
    if (bytes < BLOCK_BYTES) continue
    writeSync(file, Buffer.concat(block))
    written += bytes
    ;[block, bytes] = [[], 0]
    if (written >= mostBytes) return
  }
  writeSync(file, Buffer.concat(block))
}

/** The file of a plan's requests, open and without a name. */
const openRequests = (directory: string, plan: LoadPlan): number => {
  const path = join(existsSync(SHARED_MEMORY) ? SHARED_MEMORY : directory, `postrider-bench-${randomUUID()}`)
  const file = openSync(path, 'wx+')
  rmSync(path)
  try {
    writeRequests(file, plan)
    return file
  } catch (error) {
    closeSync(file)
    throw error
  }
}

const outputOf = async (child: ChildProcess): Promise<string> => {
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => (output += chunk.toString('utf8')))
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  if (code !== 0) throw new Error(`wrk ended with ${code}: ${output.trim()}`)
  return output
}

const runWrk = async (script: string, requests: number, plan: LoadPlan): Promise<LoadResult> => {
  const { port, connections, measureMs } = plan
  const seconds = Math.max(1, Math.round(measureMs / 1000))
  const args = ['-t1', `-c${connections}`, `-d${seconds}s`, '-s', script, `http://127.0.0.1:${port}`]
  const stdio = ['ignore', 'pipe', 'pipe', requests] as const
  try {
    const report = readWrkReport(await outputOf(owned(spawn(binary('wrk'), args, { stdio: [...stdio] }))))
    const { requests: answered, refused, broken } = report
    return {
      requests: answered,
      total: answered,
      asked: report.asked,
      seconds: report.seconds,
      p50Ms: report.p50Us / 1000,
      p99Ms: report.p99Us / 1000,
      statuses: {
        'below 400': answered - refused,
        ...(refused === 0 ? {} : { '400 and above': refused }),
        ...(broken === 0 ? {} : { none: broken }),
      },
    }
  } finally {
    closeSync(requests)
  }
}

/** wrk with one thread. It runs for whole seconds, at least one, and returns no bodies. */
export const wrkSource = (directory: string): LoadSource => {
  const script = join(directory, 'wrk.lua')
  writeFileSync(script, wrkScript(REQUESTS))
  return {
    name: 'wrk',
    prepare: (plan) => {
      if (plan.onAnswer !== undefined) throw new Error('wrk shows no bodies')
      const requests = openRequests(directory, plan)
      return Promise.resolve(() => runWrk(script, requests, plan))
    },
  }
}
