import { setTimeout as pause } from 'node:timers/promises'
import type { Knex } from 'knex'
import { idCell } from '@postrider/storage-sql/cells/id-cell'
import { type MachineLoad, machineLoadSince, readMachine } from '../machine/foreign-cores.js'
import { cpuMicroseconds } from '../machine/process-cost.js'
import { MACHINE_HEAD, machineCells } from '../measured-leg.js'
import { say } from '../say.js'
import type { ServerProcess } from '../server-process.js'
import { figure, printTable } from '../table.js'
import type { Receiver } from './receiver.js'

/** The endpoints that get a whole stream at once. */
const ENDPOINTS = [1, 8] as const
const SECOND_MS = 1_000
const ARRIVED_WITHIN_MS = 300_000
const LOOKED_EVERY_MS = 20

/** The processes, with a tenant that has events and no endpoint. */
export interface BacklogStage {
  readonly host: ServerProcess
  readonly dispatcher: ServerProcess
  readonly receiver: Receiver
  readonly knex: Knex
  readonly databasePid: number | undefined
}

/** The delivery of a stream to new endpoints; processor time in microseconds per event. */
interface Delivery extends MachineLoad {
  readonly endpoints: number
  readonly events: number
  readonly perSecond: number
  readonly dispatcherMicroseconds: number
  readonly databaseMicroseconds: number
}

const eventsOf = async ({ host, knex }: BacklogStage): Promise<number> => {
  const [tenant] = host.tenants
  if (tenant === undefined) throw new Error('the tenant is missing')
  const [rows] = (await knex.raw('SELECT seq FROM event_streams WHERE app_id = UNHEX(?)', [
    idCell(tenant.appId),
  ])) as [ReadonlyArray<{ readonly seq: number }>]
  return rows[0]?.seq ?? 0
}

const deliver = async (stage: BacklogStage, endpoints: number): Promise<Delivery> => {
  const { host, dispatcher, receiver, databasePid } = stage
  const others = databasePid === undefined ? [] : [databasePid]
  const expected = (await eventsOf(stage)) * endpoints
  await receiver.take()
  const costs = (): readonly number[] => [
    cpuMicroseconds(dispatcher.pid),
    databasePid === undefined ? 0 : cpuMicroseconds(databasePid),
  ]
  const [machine, before, startedAtMs] = [readMachine(others), costs(), Date.now()]
  await host.openEndpoints(
    0,
    Array.from({ length: endpoints }, () => receiver.promptUrl),
    0,
  )
  while ((await receiver.count()) < expected) {
    if (Date.now() > startedAtMs + ARRIVED_WITHIN_MS)
      throw new Error(`${await receiver.count()} of ${expected} events arrived`)
    await pause(LOOKED_EVERY_MS)
  }
  const seconds = (Date.now() - startedAtMs) / SECOND_MS
  const [dispatcherMicroseconds = 0, databaseMicroseconds = 0] = costs().map(
    (value, at) => (value - (before[at] ?? 0)) / expected,
  )
  const load = machineLoadSince(machine, others)
  const perSecond = expected / seconds
  return { ...load, endpoints, events: expected, perSecond, dispatcherMicroseconds, databaseMicroseconds }
}

const HEAD = ['endpoints', 'events', 'events/s', 'dispatcher µs', 'db µs', ...MACHINE_HEAD]

/** How many events a dispatcher delivers per second at most: a whole stream to new endpoints. */
export const benchBacklog = async (stage: BacklogStage): Promise<void> => {
  const deliveries: Delivery[] = []
  for (const endpoints of ENDPOINTS) {
    say(`webhooks: a whole stream to ${endpoints} endpoints`)
    deliveries.push(await deliver(stage, endpoints))
  }
  const rows = deliveries.map((one) => [
    figure(one.endpoints),
    figure(one.events),
    figure(one.perSecond),
    figure(one.dispatcherMicroseconds),
    figure(one.databaseMicroseconds),
    ...machineCells(one),
  ])
  printTable('Webhooks, a backlog: one dispatcher delivers a whole stream; CPU time per event', HEAD, rows)
}
