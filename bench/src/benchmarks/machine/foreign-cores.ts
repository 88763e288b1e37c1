import { loadavg } from 'node:os'
import { allProcesses, treeOf } from './processes.js'
import { machineBusyMicroseconds, TICK_MICROSECONDS } from './process-cost.js'

/** The processor time of the machine and of the run up to a given time, in microseconds. */
export interface MachineReading {
  readonly atMicroseconds: number
  readonly busyMicroseconds: number
  /** The time of the run: its servers, its databases, its load generators. */
  readonly ownMicroseconds: number
}

/** With a higher load from other processes, measurements aren't reliable. */
export const MOST_FOREIGN_CORES = 0.3

/** With `npm run bench`, the databases are children of the script that started this program. */
const runRoot = (): number => (process.env['POSTRIDER_TEST_DIR'] === undefined ? process.pid : process.ppid)

/** Reads both. `others` are servers of the run that this program hasn't started. */
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

/** The number of busy cores between two readings, for all processes. */
export const busyCores = (before: MachineReading, after: MachineReading): number =>
  (after.busyMicroseconds - before.busyMicroseconds) / (after.atMicroseconds - before.atMicroseconds)

/**
 * The number of cores that other processes used between two readings. Ticks are coarse, so negative results
 * become 0.
 */
export const foreignCores = (before: MachineReading, after: MachineReading): number => {
  const busy = after.busyMicroseconds - before.busyMicroseconds
  const own = after.ownMicroseconds - before.ownMicroseconds
  return Math.max(0, (busy - own) / (after.atMicroseconds - before.atMicroseconds))
}

/** The load of the machine during a leg. */
export interface MachineLoad {
  /** Busy cores: if all are busy, concurrent work can only get faster by costing less. */
  readonly busyCores: number
  /** Cores that other processes used. */
  readonly foreignCores: number
  /** Processes that ran or waited to run, averaged over a minute. */
  readonly loadAverage: number
}

/** The machine's load during a leg, read at its end. */
export const machineLoadSince = (before: MachineReading, others: readonly number[] = []): MachineLoad => {
  const after = readMachine(others)
  return {
    busyCores: busyCores(before, after),
    foreignCores: foreignCores(before, after),
    loadAverage: loadavg()[0] ?? Number.NaN,
  }
}
