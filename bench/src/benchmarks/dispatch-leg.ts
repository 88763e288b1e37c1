import { setTimeout as pause } from 'node:timers/promises'
import { load } from './load/load.js'
import { type MachineLoad, machineLoadSince, readMachine } from './machine/foreign-cores.js'
import { cpuMicroseconds } from './machine/process-cost.js'
import { batches } from './requests.js'
import type { ServerProcess } from './server-process.js'
import type { WaitingList } from './waiting-list.js'

const BATCH = 50
const FILL_CONNECTIONS = 8
const FILL_MS = 500

/** Long enough for consumers, caches and compiled code. */
export const DISPATCH_WARM_UP_MS = 1500

/** Accepts batches until this number of messages waits. */
export const fillList = async (
  { port, tenants }: Pick<ServerProcess, 'port' | 'tenants'>,
  list: WaitingList,
  wanted: number,
  label: string,
): Promise<void> => {
  for (let round = 0; (await list.count()) < wanted; round += 1) {
    const next = batches(tenants, `fill-${label}-${round}`, BATCH)
    const plan = { port, connections: FILL_CONNECTIONS, warmUpMs: 0, measureMs: FILL_MS, next }
    const { statuses } = await load(plan)
    const wrong = Object.keys(statuses).filter((status) => !/^20\d$|^503$/.test(status))
    if (wrong.length > 0) throw new Error(`batches were answered ${wrong.join(', ')}`)
  }
}

interface Reading {
  readonly atMs: number
  readonly waiting: number
  readonly nodeMicroseconds: number
  readonly databaseMicroseconds: number
}

const read = async (
  nodePid: number,
  databasePid: number | undefined,
  list: WaitingList,
): Promise<Reading> => {
  const waiting = await list.count()
  return {
    atMs: performance.now(),
    waiting,
    nodeMicroseconds: cpuMicroseconds(nodePid),
    databaseMicroseconds: databasePid === undefined ? 0 : cpuMicroseconds(databasePid),
  }
}

/** The dispatch rate per second, and the cost of a message in microseconds. */
export interface DispatchLeg extends MachineLoad {
  readonly ratePerSecond: number
  readonly nodeMicroseconds: number
  readonly databaseMicroseconds: number
}

/** The backlog, the dispatcher, the duration, and the database whose cost is measured. */
export interface DispatchPlan {
  readonly start: () => Promise<ServerProcess>
  readonly databasePid: number | undefined
  readonly list: WaitingList
  readonly legMs: number
}

/** Measures a new dispatcher on a backlog, without its start. */
export const dispatchLeg = async ({
  start,
  databasePid,
  list,
  legMs,
}: DispatchPlan): Promise<DispatchLeg> => {
  const dispatcher = await start()
  try {
    await pause(DISPATCH_WARM_UP_MS)
    const others = databasePid === undefined ? [] : [databasePid]
    const machineBefore = readMachine(others)
    const before = await read(dispatcher.pid, databasePid, list)
    await pause(legMs)
    const after = await read(dispatcher.pid, databasePid, list)
    const taken = before.waiting - after.waiting
    if (after.waiting === 0 || taken <= 0) throw new Error('a dispatcher had nothing to do, or did nothing')
    return {
      ...machineLoadSince(machineBefore, others),
      ratePerSecond: (taken * 1000) / (after.atMs - before.atMs),
      nodeMicroseconds: (after.nodeMicroseconds - before.nodeMicroseconds) / taken,
      databaseMicroseconds: (after.databaseMicroseconds - before.databaseMicroseconds) / taken,
    }
  } finally {
    await dispatcher.stop()
  }
}
