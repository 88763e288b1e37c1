import { availableParallelism } from 'node:os'
import type { BenchRun } from './bench-run.js'
import { MOST_FOREIGN_CORES, type MachineLoad } from './machine/foreign-cores.js'
import { measure, type MeasurePlan, type Measurement } from './measure.js'
import { say } from './say.js'
import { figure } from './table.js'

/** Long enough for connections, caches and compiled code. */
const WARM_UP_MS = 1000

/** Whether a leg's measurements are reliable despite other load. */
export const trustIn = ({ foreignCores }: MachineLoad): string =>
  foreignCores > MOST_FOREIGN_CORES ? 'NOT TO BE TRUSTED' : ''

/** The load during a leg, as text. */
export const machineText = (load: MachineLoad): string => {
  const trust = trustIn(load)
  const busy = `${figure(load.busyCores, 2)} of ${availableParallelism()} cores busy`
  const beside = `${busy}, ${figure(load.foreignCores, 2)} with others' work, load ${figure(load.loadAverage, 1)}`
  return trust === '' ? beside : `${beside}: ${trust}`
}

/** The headings of {@link machineCells}. */
export const MACHINE_HEAD = ['foreign', 'load', ''] as const

/** Foreign cores and load average of a row, and its reliability. */
export const machineCells = (load: MachineLoad): readonly string[] => [
  figure(load.foreignCores, 2),
  figure(load.loadAverage, 1),
  trustIn(load),
]

const lineOf = (of: Measurement): string =>
  [
    `${figure(of.ratePerSecond)}/s`,
    `p50 ${figure(of.p50Ms, 1)} ms, p99 ${figure(of.p99Ms, 1)} ms`,
    `node ${figure(of.nodeMicroseconds)} µs, database ${figure(of.databaseMicroseconds)} µs`,
    `${figure(of.residentMiB)} MiB`,
    machineText(of),
  ].join(', ')

/** Measures a leg of a run, and prints its result at once. */
export const measureLeg = async (
  { source, measureMs }: Pick<BenchRun, 'source' | 'measureMs'>,
  name: string,
  plan: Omit<MeasurePlan, 'source' | 'measureMs' | 'warmUpMs'> & Partial<Pick<MeasurePlan, 'warmUpMs'>>,
): Promise<Measurement> => {
  say(`${name} ...`)
  const measured = await measure({ warmUpMs: WARM_UP_MS, ...plan, source, measureMs })
  say(`${name}: ${lineOf(measured)}`)
  return measured
}
