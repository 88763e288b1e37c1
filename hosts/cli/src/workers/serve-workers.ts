import { E } from '@postrider/core/fp'
import { createLog, type Log } from '@postrider/wiring/log'
import { type GatheredFigures, gatherFigures } from '@postrider/wiring/metrics/gathered-figures'
import { listenerBoundsOf } from '@postrider/process/listener-bounds'
import { openOperationsPort, type OperationsPort } from '@postrider/process/operations-port'
import { listeningPorts } from '@postrider/wiring/listening-ports'
import { processTime } from '@postrider/wiring/process-time'
import { readRelease } from '@postrider/wiring/release'
import type { ProcessEnvironment } from '@postrider/wiring/setting-sources'
import type { Settings } from '@postrider/wiring/settings'
import { type CommandFailure, EXIT, failure } from '@postrider/command/exit-code'
import { listenAt } from '@postrider/command/hosts/listen'
import { watchParent } from '@postrider/command/hosts/watch-parent'
import { askReadiness, isAsReady } from './gather-readiness.js'
import { homesOfWorkers } from './homes/homes-of-workers.js'
import { createWorkerPool, type WorkerPool } from './worker-pool.js'
import { startWorker, type LiveWorker } from './live-worker.js'

const { clock, timers } = processTime()

/** The workers that can be queried: one that hasn't started has nothing to report. */
const servingOf = (pool: WorkerPool): readonly LiveWorker[] =>
  pool.workers().filter((worker) => worker.isServing())

/** Metrics and readiness of all workers, in place of ports of their own. */
const openPort = (
  settings: Settings,
  log: Log,
  pool: WorkerPool,
  figures: GatheredFigures,
  isLeaving: () => boolean,
): Promise<E.Either<CommandFailure, OperationsPort>> => {
  const exposition = async () => {
    await Promise.all(
      servingOf(pool).map(async (worker) => {
        const records = await worker.ask('figures')
        if (records !== undefined) figures.shown(worker.number, records)
      }),
    )
    return figures.page()
  }
  const probe = () => askReadiness(pool.workers(), isLeaving, clock.nowMs)
  const { metricsHost: host, metricsPort: port } = settings
  const needs = {
    ...listeningPorts(clock),
    ...listenerBoundsOf(settings),
    log,
    metrics: { exposition },
    probe,
  }
  const metrics = { name: 'POSTRIDER_METRICS_PORT', host, port, mayMove: false }
  return listenAt(metrics, (...at) => openOperationsPort(needs, ...at))
}

interface EndSignals {
  readonly first: Promise<string>
  isRequested(): boolean
}

/** The first signal requests an orderly end; the second ends the process and its workers at once. */
const listenForEnd = (environment: ProcessEnvironment, endAtOnce: () => void): EndSignals => {
  let isRequested = false
  const first = new Promise<string>((resolve) => {
    const ask = (why: string): void => {
      isRequested = true
      resolve(why)
    }
    for (const signal of ['SIGTERM', 'SIGINT'] as const)
      process.on(signal, () => {
        if (isRequested) endAtOnce()
        else ask(signal)
      })
    watchParent(environment, () => {
      if (!isRequested) ask('SIGTERM')
    })
  })
  return { first, isRequested: () => isRequested }
}

const run = async (
  pool: WorkerPool,
  log: Log,
  { first: firstSignal, isRequested }: EndSignals,
  count: number,
): Promise<number> => {
  process.on('SIGHUP', () => {
    log.info({ workers: count }, 'replacement of all workers started')
    void pool.renew()
  })
  const failed = await Promise.race([pool.start(), firstSignal.then(() => undefined)])
  if (failed !== undefined) return failed
  const serving = servingOf(pool)
  if (!isRequested() && serving.length === count)
    log.info({ workers: serving.map(({ pid }) => pid) }, 'all workers ready')
  const ended = await Promise.race([firstSignal, pool.gaveUp])
  if (typeof ended === 'number') {
    log.error({}, 'worker pool exhausted')
    return ended
  }
  log.info({ signal: ended }, 'draining')
  return EXIT.ok
}

/**
 * Runs this command in several processes on the same ports until a signal requests their end, then drains
 * them together: the exit code is 0 within 20 s (docs/api/running#shutdown). SIGHUP replaces one after
 * another. If none could start, the result is left, or the exit code of the first.
 */
export const serveWorkers = async (
  settings: Settings,
  environment: ProcessEnvironment,
): Promise<E.Either<CommandFailure, number>> => {
  const { workers: count, logLevel, keepAliveMs } = settings
  for (const output of [process.stdout, process.stderr]) {
    // If the reader of the output is gone, the process continues.
    output.on('error', () => undefined)
    // Each worker's lines are forwarded with a listener.
    output.setMaxListeners(0)
  }
  const log = createLog(logLevel, { version: readRelease(environment).version, clock })
  const figures = gatherFigures(count)
  const homes = homesOfWorkers(log)
  const begin = (): LiveWorker => {
    const worker = startWorker(figures.shown)
    homes.begun(worker)
    void worker.ended.then(() => figures.ended(worker.number))
    return worker
  }
  const pool = createWorkerPool({
    count,
    begin,
    clock,
    timers,
    log,
    died: figures.died,
    moved: homes.moved,
    isReady: isAsReady,
    keepAliveMs,
  })
  const end = listenForEnd(environment, () => {
    for (const worker of pool.workers()) worker.kill()
    process.exit(EXIT.failed)
  })
  const port = await openPort(settings, log, pool, figures, end.isRequested)
  if (E.isLeft(port)) return port
  try {
    log.info({ workers: count, metricsPort: port.right.port }, 'starting workers')
    return E.right(await run(pool, log, end, count))
  } catch (cause) {
    return E.left(failure(`postrider cannot go on: ${String(cause)}`))
  } finally {
    await pool.stop()
    await port.right.close()
    log.info({}, 'stopped')
    homes.close()
    await log.flush()
  }
}
