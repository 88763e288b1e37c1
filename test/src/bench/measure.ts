import { cpuMicroseconds, residentMiB } from './process-cost.js'
import { load, type NextRequest } from './load.js'
import { median } from './quantile.js'
import type { ServerProcess } from './server-process.js'

/** One measured run. */
export interface Measurement {
  readonly ratePerSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
  /** Processor time of the host for each request, microseconds. */
  readonly nodeMicroseconds: number
  readonly databaseMicroseconds: number
  readonly residentMiB: number
  readonly statuses: Readonly<Record<string, number>>
}

export interface MeasurePlan {
  readonly server: ServerProcess
  readonly databasePid: number | undefined
  readonly connections: number
  readonly warmUpMs: number
  readonly measureMs: number
  readonly next: NextRequest
  readonly onAnswer?: (body: string) => void
}

const cpuOf = (pid: number | undefined): number => (pid === undefined ? 0 : cpuMicroseconds(pid))

/** Loads a server and tells what it gave and what it cost; processor time covers the warm-up too, and so do its requests. */
export const measure = async ({ server, databasePid, ...plan }: MeasurePlan): Promise<Measurement> => {
  const nodeBefore = cpuOf(server.pid)
  const databaseBefore = cpuOf(databasePid)
  const result = await load({ port: server.port, ...plan })
  const answered = Math.max(1, result.total)
  return {
    ratePerSecond: result.requests / result.seconds,
    p50Ms: result.p50Ms,
    p99Ms: result.p99Ms,
    nodeMicroseconds: (cpuOf(server.pid) - nodeBefore) / answered,
    databaseMicroseconds: (cpuOf(databasePid) - databaseBefore) / answered,
    residentMiB: residentMiB(server.pid),
    statuses: result.statuses,
  }
}

/** The middle of several runs, figure by figure; memory is the most that was seen. */
export const middle = (runs: readonly Measurement[]): Measurement => ({
  ratePerSecond: median(runs.map((run) => run.ratePerSecond)),
  p50Ms: median(runs.map((run) => run.p50Ms)),
  p99Ms: median(runs.map((run) => run.p99Ms)),
  nodeMicroseconds: median(runs.map((run) => run.nodeMicroseconds)),
  databaseMicroseconds: median(runs.map((run) => run.databaseMicroseconds)),
  residentMiB: Math.max(...runs.map((run) => run.residentMiB)),
  statuses: runs.reduce<Record<string, number>>((sum, { statuses }) => {
    for (const [status, count] of Object.entries(statuses)) sum[status] = (sum[status] ?? 0) + count
    return sum
  }, {}),
})
