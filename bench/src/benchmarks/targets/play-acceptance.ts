import type { BareProcess } from '../bare/bare-process.js'
import { machineLoadSince, readMachine } from '../machine/foreign-cores.js'
import { cpuMicroseconds } from '../machine/process-cost.js'
import { machineText, measureLeg } from '../measured-leg.js'
import type { MeasurePlan } from '../measure.js'
import { say } from '../say.js'
import { figure } from '../table.js'
import { freshSends } from '../requests.js'
import type { ServerProcess } from '../server-process.js'
import { workersName } from './target-rows.js'
import type { TargetLeg } from './target-row.js'
import type { TargetStage } from './target-stage.js'

/** A round in progress. */
export interface RoundStage extends TargetStage {
  readonly legs: Map<string, TargetLeg>
  /** The prefix of output lines. */
  readonly title: string
  /** A new prefix of keys and numbers each time. */
  label(): string
}

/** A server under load, with its tenants. */
export type LoadedProcess = Pick<ServerProcess, 'port' | 'pid' | 'tenants'>

/** A leg with a higher share of refusals isn't a valid measurement. */
const MOST_WRONG = 0.01

const isRight = ([status]: readonly [string, number]): boolean => /^20\d$|^below 400$/.test(status)

const countOf = (statuses: ReadonlyArray<readonly [string, number]>): number =>
  statuses.reduce((sum, [, count]) => sum + count, 0)

/** Whether the responses are the expected ones; reports those that aren't. */
const checked = (name: string, statuses: Readonly<Record<string, number>>): boolean => {
  const all = Object.entries(statuses)
  const wrong = all.filter((status) => !isRight(status))
  if (wrong.length === 0) return true
  say(`${name}: WRONG ANSWERS: ${wrong.map(([status, count]) => `${status}: ${count}`).join(', ')}`)
  return countOf(wrong) <= MOST_WRONG * countOf(all)
}

/**
 * Measures a leg, stores it under its name if its responses are as expected, and prints it. `each` is the
 * number of items per request.
 */
export const playLeg = async (
  stage: RoundStage,
  name: string,
  plan: Omit<MeasurePlan, 'source' | 'measureMs' | 'warmUpMs'>,
  each = 1,
): Promise<void> => {
  const measured = await measureLeg(stage.run, `${stage.title}: ${name}`, plan)
  if (!checked(name, measured.statuses)) return
  stage.legs.set(name, {
    ...measured,
    ratePerSecond: measured.ratePerSecond * each,
    nodeMicroseconds: measured.nodeMicroseconds / each,
    databaseMicroseconds: measured.databaseMicroseconds / each,
  })
}

/** Work of a bare server without HTTP. `act` returns the number of messages. */
export const playAlone = async (
  stage: RoundStage,
  name: string,
  { pid }: BareProcess,
  databasePid: number | undefined,
  act: () => Promise<number>,
): Promise<void> => {
  const others = databasePid === undefined ? [] : [databasePid]
  const databaseCpu = (): number => (databasePid === undefined ? 0 : cpuMicroseconds(databasePid))
  const machineBefore = readMachine(others)
  const [nodeBefore, databaseBefore] = [cpuMicroseconds(pid), databaseCpu()]
  const begunAt = performance.now()
  const messages = await act()
  const leg: TargetLeg = {
    ...machineLoadSince(machineBefore, others),
    ratePerSecond: (messages * 1000) / (performance.now() - begunAt),
    p50Ms: Number.NaN,
    p99Ms: Number.NaN,
    nodeMicroseconds: (cpuMicroseconds(pid) - nodeBefore) / messages,
    databaseMicroseconds: (databaseCpu() - databaseBefore) / messages,
    residentMiB: Number.NaN,
  }
  stage.legs.set(name, leg)
  const cost = `node ${figure(leg.nodeMicroseconds)} µs, database ${figure(leg.databaseMicroseconds)} µs`
  say(`${stage.title}: ${name}: ${figure(leg.ratePerSecond)}/s, ${cost}, ${machineText(leg)}`)
}

const send = (
  stage: RoundStage,
  name: string,
  server: LoadedProcess,
  connections: number,
  databasePid?: number,
): Promise<void> => {
  const next = freshSends(server.tenants, stage.label())
  return playLeg(stage, name, { server, databasePid, connections, next })
}

const insertAlone = (
  stage: RoundStage,
  name: string,
  bare: BareProcess,
  writers: number,
  databasePid?: number,
): Promise<void> =>
  playAlone(stage, name, bare, databasePid, async () => {
    const { messages } = await bare.insert({ writers, forMs: stage.run.measureMs })
    return messages
  })

/** Single sends: each leg next to its counterpart. */
export const playAcceptance = async (stage: RoundStage): Promise<void> => {
  const { server, bare, databasePid } = stage
  for (const connections of [64, 256]) {
    await send(stage, `MariaDB ${connections}`, server.mariadb, connections, databasePid)
    await send(stage, `bare MariaDB ${connections}`, bare.mariadb, connections, databasePid)
    await insertAlone(stage, `inserts MariaDB ${connections}`, bare.mariadb, connections, databasePid)
    await send(stage, `echo ${connections}`, bare.echo, connections)
    await send(stage, `knex ${connections}`, server.knex, connections, databasePid)
    await send(stage, `SQLite ${connections}`, server.sqlite, connections)
    await send(stage, `bare SQLite ${connections}`, bare.sqlite, connections)
    await insertAlone(stage, `inserts SQLite ${connections}`, bare.sqlite, connections)
  }
  await send(stage, 'MariaDB, 100 Organizations', server.hundred, 64, databasePid)
  for (const of of ['mariadb', 'hundred'] as const)
    for (const connections of [64, 256])
      for (const count of ['one', 'two'] as const) {
        const worked = { ...stage.workers[of][count], tenants: server[of].tenants }
        await send(stage, workersName(count, connections, of === 'hundred'), worked, connections, databasePid)
      }
  await send(stage, 'without storage', server.free, 64)
  await send(stage, 'bare without storage', bare.free, 64)
}
