import type { LoadPlan, NextRequest } from './load/load.js'
import { type LoadSource, ownSource } from './load/load-source.js'
import { type MachineLoad, machineLoadSince, readMachine } from './machine/foreign-cores.js'
import { cpuMicroseconds, residentMiB } from './machine/process-cost.js'
import { treeMicroseconds } from './machine/processes.js'
import { median } from './quantile.js'

/** One measured run. */
export interface Measurement extends MachineLoad {
  readonly ratePerSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
  /** Processor time of the host per request, microseconds. */
  readonly nodeMicroseconds: number
  readonly databaseMicroseconds: number
  readonly residentMiB: number
  readonly statuses: Readonly<Record<string, number>>
}

/** A listening process under load. */
export interface MeasureTarget {
  readonly port: number
  readonly pid: number
}

export interface MeasurePlan {
  readonly server: MeasureTarget
  readonly databasePid: number | undefined
  readonly connections: number
  readonly warmUpMs: number
  readonly measureMs: number
  readonly next: NextRequest
  /** The number of requests that `next` has, if limited. */
  readonly most?: number
  /** Default: this process. */
  readonly source?: LoadSource
  readonly onAnswer?: (body: string) => void
}

/** A first leg's rate says little about the next one's, because code is compiled in between. */
const FASTER_AT_MOST = 3
const SPARE = 1000

/** A database may have a process for each connection. */
const databaseCpu = (pid: number | undefined): number => (pid === undefined ? 0 : treeMicroseconds(pid))

/**
 * Loads the server without measuring, and returns where to continue and how many requests the next seconds
 * can use.
 */
const warmUp = async (
  source: LoadSource,
  plan: Omit<LoadPlan, 'measureMs'> & Pick<MeasurePlan, 'measureMs'>,
): Promise<Pick<LoadPlan, 'from' | 'most'>> => {
  const { warmUpMs, measureMs, most = Number.POSITIVE_INFINITY } = plan
  if (warmUpMs === 0) return most === Number.POSITIVE_INFINITY ? {} : { most }
  const begin = await source.prepare({ ...plan, warmUpMs: 0, measureMs: warmUpMs })
  const { asked, requests, seconds } = await begin()
  const usable = Math.ceil((requests / seconds) * (measureMs / 1000) * FASTER_AT_MOST) + SPARE
  return { from: asked, most: Math.max(1, Math.min(most - asked, usable)) }
}

/** Loads a server and returns its rate, its cost and the machine's load, without the warm-up. */
export const measure = async ({
  server,
  databasePid,
  source = ownSource,
  ...plan
}: MeasurePlan): Promise<Measurement> => {
  const loaded = { ...plan, port: server.port }
  const warm = await warmUp(source, loaded)
  const begin = await source.prepare({ ...loaded, ...warm, warmUpMs: 0 })
  const others = databasePid === undefined ? [] : [databasePid]
  const machineBefore = readMachine(others)
  const nodeBefore = cpuMicroseconds(server.pid)
  const databaseBefore = databaseCpu(databasePid)
  const result = await begin()
  const answered = Math.max(1, result.total)
  return {
    ...machineLoadSince(machineBefore, others),
    ratePerSecond: result.requests / result.seconds,
    p50Ms: result.p50Ms,
    p99Ms: result.p99Ms,
    nodeMicroseconds: (cpuMicroseconds(server.pid) - nodeBefore) / answered,
    databaseMicroseconds: (databaseCpu(databasePid) - databaseBefore) / answered,
    residentMiB: residentMiB(server.pid),
    statuses: result.statuses,
  }
}

/** The median of several runs for each metric; for memory and foreign cores the maximum. */
export const middle = (runs: readonly Measurement[]): Measurement => {
  const of = (figure: (run: Measurement) => number): number => median(runs.map(figure))
  const most = (figure: (run: Measurement) => number): number => Math.max(...runs.map(figure))
  return {
    ratePerSecond: of((run) => run.ratePerSecond),
    p50Ms: of((run) => run.p50Ms),
    p99Ms: of((run) => run.p99Ms),
    nodeMicroseconds: of((run) => run.nodeMicroseconds),
    databaseMicroseconds: of((run) => run.databaseMicroseconds),
    residentMiB: most((run) => run.residentMiB),
    busyCores: of((run) => run.busyCores),
    foreignCores: most((run) => run.foreignCores),
    loadAverage: most((run) => run.loadAverage),
    statuses: runs.reduce<Record<string, number>>((sum, { statuses }) => {
      for (const [status, count] of Object.entries(statuses)) sum[status] = (sum[status] ?? 0) + count
      return sum
    }, {}),
  }
}
