import knexLibrary from 'knex'
import { countRows } from '../backlog.js'
import { load } from '../load/load.js'
import { freshSends, usagePages } from '../requests.js'
import { say } from '../say.js'
import { storedMessages } from '../stored-messages.js'
import { figure } from '../table.js'
import { PURGE, READER } from './growth-rows.js'
import { type GrowthRound, type GrowthStage, playLeg } from './growth-stage.js'

const CONNECTIONS = 64
const ORGANIZATIONS = 10

/**
 * Measures others next to an organization that reads pages of its usage as fast as possible, within the
 * default read limit.
 */
export const openReader = async (stage: GrowthStage): Promise<(round: GrowthRound) => Promise<void>> => {
  const sinceMs = Date.now()
  const server = await stage.open(ORGANIZATIONS, { hasReadLimit: true })
  const [reader, ...others] = server.tenants
  if (reader === undefined) throw new Error('there is nobody to read')
  await storedMessages({ port: server.port, tenants: [reader] }, 'read')
  const { databasePid, label, run } = stage
  const send = (round: GrowthRound, name: string) =>
    playLeg(stage, round, name, {
      server,
      databasePid,
      connections: CONNECTIONS,
      next: freshSends(others, label()),
    })
  return async (round) => {
    await send(round, READER.alone)
    const read = load({
      port: server.port,
      connections: CONNECTIONS,
      warmUpMs: 500,
      measureMs: run.measureMs + 500,
      next: usagePages([reader], sinceMs, Date.now()),
    })
    await send(round, READER.both)
    const { statuses, seconds } = await read
    const told = Object.entries(statuses).map(
      ([status, count]) => `${figure(count / seconds)} answers ${status} a second`,
    )
    say(`${round.title}: the reader got ${told.join(', ')}`)
  }
}

/** Keys of the last seconds are kept, so that there is always something to purge. */
const KEPT_MS = 2_000

/** Measures sends during the purges of a dispatcher, with idempotency keys to remove all the time. */
export const openPurge = async (stage: GrowthStage): Promise<(round: GrowthRound) => Promise<void>> => {
  const server = await stage.open(ORGANIZATIONS)
  const companion = await stage.accompany(server)
  const { databasePid, label } = stage
  const send = (round: GrowthRound, name: string) =>
    playLeg(stage, round, name, {
      server,
      databasePid,
      connections: CONNECTIONS,
      next: freshSends(server.tenants, label()),
    })
  const counts = async (): Promise<{ readonly keys: number; readonly messages: number }> => {
    const knex = knexLibrary({ client: 'mysql2', connection: server.variant.storageUrl })
    try {
      return { keys: await countRows(knex, 'idempotency'), messages: await countRows(knex, 'messages') }
    } finally {
      await knex.destroy()
    }
  }
  return async (round) => {
    await send(round, PURGE.alone)
    const before = await counts()
    await companion.startPurge(KEPT_MS)
    await send(round, PURGE.both)
    await companion.endPurge()
    const after = await counts()
    const purged = before.keys + after.messages - before.messages - after.keys
    if (purged <= 0) throw new Error('nothing was purged')
    say(`${round.title}: ${figure(purged)} idempotency keys were purged`)
  }
}
