import { setTimeout as pause } from 'node:timers/promises'
import { type BenchRun, variantOf } from './bench-run.js'
import { sendSteadily } from './console/send-steadily.js'
import { residentMiB } from './machine/process-cost.js'
import { say } from './say.js'
import { type ServerProcess, startServer } from './server-process.js'
import { figure, printTable } from './table.js'

const SENDS_PER_SECOND = 100
const TENANTS = 10
/** The rows of the table. */
const SLICES = 12
const MIB = 2 ** 20

/** Samples per slice: memory goes up and down between two collections. */
const SAMPLES = 20

interface Processes {
  readonly host: ServerProcess
  readonly dispatcher: ServerProcess
}

/** The lowest and highest resident memory during this time. */
const rangesOf = async ({ host, dispatcher }: Processes, forMs: number): Promise<readonly string[]> => {
  const seen = [host, dispatcher].map(({ pid }) => ({ pid, values: [] as number[] }))
  for (let sample = 0; sample < SAMPLES; sample += 1) {
    await pause(forMs / SAMPLES)
    for (const { pid, values } of seen) values.push(residentMiB(pid))
  }
  return seen.map(({ values }) => `${figure(Math.min(...values))} to ${figure(Math.max(...values))}`)
}

/** Resident memory after a full collection, and the live part of it. */
const heldRow = async (servers: readonly ServerProcess[]): Promise<readonly string[]> => {
  const held = await Promise.all(servers.map((server) => server.memory()))
  return held.map(
    ({ residentBytes, liveBytes }) => `${figure(residentBytes / MIB)}, ${figure(liveBytes / MIB)} live`,
  )
}

/** Watches the memory of a host and a dispatcher under steady load. */
const watch = async (run: BenchRun, processes: Processes): Promise<void> => {
  const { host, dispatcher } = processes
  const sending = Promise.all(
    host.tenants.map((tenant) => sendSteadily(host, tenant, SENDS_PER_SECOND / TENANTS, run.measureMs)),
  )
  const rows: string[][] = []
  for (let slice = 1; slice <= SLICES; slice += 1) {
    const [ofHost = '', ofDispatcher = ''] = await rangesOf(processes, run.measureMs / SLICES)
    const minutes = figure((slice * run.measureMs) / SLICES / 60_000, 1)
    rows.push([minutes, ofHost, ofDispatcher])
    say(`memory after ${minutes} minutes: host ${ofHost} MiB, dispatcher ${ofDispatcher} MiB`)
  }
  const sent = await sending
  rows.push(['after a collection', ...(await heldRow([host, dispatcher]))])
  const messages = sent.reduce((sum, { calls }) => sum + calls, 0)
  printTable(
    `Memory: ${figure(messages)} messages in ${figure(run.measureMs / 60_000, 1)} minutes, MiB`,
    ['minutes', 'host', 'dispatcher'],
    rows,
  )
}

/** The memory of a host and a dispatcher on MariaDB while ten Organizations send. */
export const benchMemory = async (run: BenchRun): Promise<void> => {
  const choice = { name: 'memory', acceptance: 'real', engine: 'MariaDB', tenants: TENANTS } as const
  const { drop, ...variant } = await variantOf(run, choice)
  const host = await startServer(variant)
  const dispatcher = await startServer({ ...variant, role: 'dispatcher', tenants: 0 })
  try {
    await watch(run, { host, dispatcher })
  } finally {
    await dispatcher.stop()
    await host.stop()
    await drop()
  }
}
