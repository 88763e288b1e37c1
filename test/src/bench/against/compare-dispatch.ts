import { setTimeout as pause } from 'node:timers/promises'
import knexLibrary, { type Knex } from 'knex'
import { load } from '../load.js'
import { cpuMicroseconds } from '../process-cost.js'
import { batches } from '../requests.js'
import type { Leg, Pair } from './leg.js'
import { type PairsPlan, runPairs } from './run-pairs.js'
import { type Actor, type Contest, onStage } from './stage.js'

const BATCH = 50
const FILL_CONNECTIONS = 8
const FILL_MS = 500

/** What the first leg finds waiting, for each second that it lasts. */
const FIRST_PER_SECOND = 8000

/** More must wait than a leg takes, or its end would be measured idle. */
const MARGIN = 1.5

/** Long enough for consumers, caches and compiled code. */
const WARM_UP_MS = 1500

const waitingIn = async (knex: Knex): Promise<number> => {
  const [row] = await knex('outbox').count<Array<{ n: number }>>({ n: '*' })
  return row?.n ?? 0
}

/** Has batches accepted until so many messages wait. */
const fill = async ({ server }: Actor, knex: Knex, wanted: number, label: string): Promise<void> => {
  for (let round = 0; (await waitingIn(knex)) < wanted; round += 1) {
    const next = batches(server.tenants, `fill-${label}-${round}`, BATCH)
    const plan = { port: server.port, connections: FILL_CONNECTIONS, warmUpMs: 0, measureMs: FILL_MS, next }
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

const read = async (nodePid: number, databasePid: number, knex: Knex): Promise<Reading> => {
  const waiting = await waitingIn(knex)
  return {
    atMs: performance.now(),
    waiting,
    nodeMicroseconds: cpuMicroseconds(nodePid),
    databaseMicroseconds: cpuMicroseconds(databasePid),
  }
}

/** A fresh dispatcher on what waits; its start is not counted. */
const dispatchFor = async (
  { databasePid }: Contest,
  actor: Actor,
  knex: Knex,
  legMs: number,
): Promise<Leg> => {
  const dispatcher = await actor.startDispatcher()
  try {
    await pause(WARM_UP_MS)
    const before = await read(dispatcher.pid, databasePid, knex)
    await pause(legMs)
    const after = await read(dispatcher.pid, databasePid, knex)
    const taken = before.waiting - after.waiting
    if (after.waiting === 0 || taken <= 0) throw new Error('a dispatcher had nothing to do, or did nothing')
    return {
      ratePerSecond: (taken * 1000) / (after.atMs - before.atMs),
      nodeMicroseconds: (after.nodeMicroseconds - before.nodeMicroseconds) / taken,
      databaseMicroseconds: (after.databaseMicroseconds - before.databaseMicroseconds) / taken,
    }
  } finally {
    await dispatcher.stop()
  }
}

/** A backlog is taken off the list by each tree's dispatcher in turn, the HTTP servers idle beside it. */
export const compareDispatch = (contest: Contest, plan: PairsPlan): Promise<readonly Pair[]> =>
  onStage(contest, async (actors) => {
    const knexOf = (actor: Actor): Knex =>
      knexLibrary({ client: 'mysql2', connection: actor.server.variant.storageUrl })
    const lists = { here: knexOf(actors.here), there: knexOf(actors.there) }
    const seconds = (plan.legMs + WARM_UP_MS) / 1000
    let perSecond = FIRST_PER_SECOND
    try {
      return await runPairs(plan, async (side, label) => {
        await fill(actors[side], lists[side], perSecond * seconds * MARGIN, label)
        const leg = await dispatchFor(contest, actors[side], lists[side], plan.legMs)
        perSecond = Math.max(perSecond, leg.ratePerSecond)
        return leg
      })
    } finally {
      await Promise.all([lists.here.destroy(), lists.there.destroy()])
    }
  })
