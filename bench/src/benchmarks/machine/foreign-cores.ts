import { loadavg } from 'node:os'
import { allProcesses, treeOf } from './processes.js'
import { machineBusyMicroseconds, TICK_MICROSECONDS } from './process-cost.js'

/** What the machine and those who are measured on it have used up to a moment, in microseconds. */
export interface MachineReading {
  readonly atMicroseconds: number
  readonly busyMicroseconds: number
  /** Of the run: its servers, its databases, what loads them. */
  readonly ownMicroseconds: number
}

/** Beside more than this, nothing that was measured is to be trusted. */
export const MOST_FOREIGN_CORES = 0.3

/** Under `npm run bench` the databases are children of the script that started this program too. */
const runRoot = (): number => (process.env['POSTRIDER_TEST_DIR'] === undefined ? process.pid : process.ppid)

/** Reads both; `others` are servers of the run that somebody else has started. */
export const readMachine = (others: readonly number[] = []): MachineReading => {
  const all = allProcesses()
  const own = new Map(
    [runRoot(), ...others].flatMap((root) => treeOf(all, root)).map(({ pid, ticks }) => [pid, ticks]),
  )
  const ticks = [...own.values()].reduce((sum, one) => sum + one, 0)
  return {
    atMicroseconds: performance.now() * 1000,
    busyMicroseconds: machineBusyMicroseconds(),
    ownMicroseconds: ticks * TICK_MICROSECONDS,
  }
}

/** How many cores were busy between two readings, whoever used them. */
export const busyCores = (before: MachineReading, after: MachineReading): number =>
  (after.busyMicroseconds - before.busyMicroseconds) / (after.atMicroseconds - before.atMicroseconds)

/** How many cores others kept busy between two readings. Ticks are coarse: what comes out below nothing is nothing. */
export const foreignCores = (before: MachineReading, after: MachineReading): number => {
  const busy = after.busyMicroseconds - before.busyMicroseconds
  const own = after.ownMicroseconds - before.ownMicroseconds
  return Math.max(0, (busy - own) / (after.atMicroseconds - before.atMicroseconds))
}

/** How busy the machine was beside a leg. */
export interface MachineLoad {
  /** Cores that were busy: where all are, nothing that works at the same time goes faster without costing less. */
  readonly busyCores: number
  /** Cores that others used. */
  readonly foreignCores: number
  /** Processes that ran or waited to, averaged over a minute. */
  readonly loadAverage: number
}

/** What a leg was run beside, seen at its end. */
export const machineLoadSince = (before: MachineReading, others: readonly number[] = []): MachineLoad => {
  const after = readMachine(others)
  return {
    busyCores: busyCores(before, after),
    foreignCores: foreignCores(before, after),
    loadAverage: loadavg()[0] ?? Number.NaN,
  }
}
