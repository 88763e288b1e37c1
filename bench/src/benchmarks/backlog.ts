import { setTimeout as pause } from 'node:timers/promises'
import type { Knex } from 'knex'
import { load } from './load/load.js'
import { freshSends } from './requests.js'
import type { ServerProcess } from './server-process.js'

/** The connections that accept messages for a later dispatch. */
export const BACKLOG_CONNECTIONS = 64

const LOOK_EVERY_MS = 100
const LONGEST_STANDSTILL_MS = 120_000

/** The number of matching rows of a table. */
export const countRows = async (knex: Knex, table: string, where: object = {}): Promise<number> => {
  const [row] = await knex(table).where(where).count<Array<{ n: number }>>({ n: '*' })
  return row?.n ?? 0
}

/**
 * Waits until none are left. Throws if the number hasn't decreased for too long, however slow the machine is.
 */
export const untilNone = async (left: () => Promise<number>): Promise<void> => {
  let fewest = Number.POSITIVE_INFINITY
  let giveUpAt = Date.now() + LONGEST_STANDSTILL_MS
  for (let now = await left(); now > 0; now = await left()) {
    if (now < fewest) giveUpAt = Date.now() + LONGEST_STANDSTILL_MS
    fewest = Math.min(fewest, now)
    if (Date.now() > giveUpAt) throw new Error(`the backlog was not worked off: ${now} are left`)
    await pause(LOOK_EVERY_MS)
  }
}

/** Waits until nothing is due. */
export const drained = (knex: Knex): Promise<void> => untilNone(() => countRows(knex, 'outbox'))

/** Accepts this number of messages as fast as possible. */
export const fillBacklog = async (
  server: ServerProcess,
  messages: number,
  knex: Knex,
  label: string,
): Promise<void> => {
  const measureMs = Math.min(1_000, messages / 8)
  for (let round = 0; (await countRows(knex, 'outbox')) < messages; round += 1) {
    const next = freshSends(server.tenants, `fill-${label}-${round}`)
    await load({ port: server.port, connections: BACKLOG_CONNECTIONS, warmUpMs: 0, measureMs, next })
  }
}
