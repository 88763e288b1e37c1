import { setTimeout as pause } from 'node:timers/promises'
import { load } from '../load.js'
import { cpuMicroseconds } from '../process-cost.js'
import { batches } from '../requests.js'
import type { Leg } from './leg.js'
import type { Plane } from './plane.js'
import { runPairs } from './run-pairs.js'
import { type Actor, type Contest, onStage } from './stage.js'
import { openWaitingList, type WaitingList } from './waiting-list.js'

const BATCH = 50
const FILL_CONNECTIONS = 8
const FILL_MS = 500

/** What the first leg finds waiting, for each second that it lasts. */
const FIRST_PER_SECOND = 8000

/** More must wait than a leg takes, or its end would be measured idle. */
const MARGIN = 1.5

/** Long enough for consumers, caches and compiled code. */
const WARM_UP_MS = 1500

/** Has batches accepted until so many messages wait. */
const fill = async ({ server }: Actor, list: WaitingList, wanted: number, label: string): Promise<void> => {
  for (let round = 0; (await list.count()) < wanted; round += 1) {
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

/** A fresh dispatcher on what waits; its start is not counted. */
const dispatchFor = async (
  { databasePid }: Contest,
  actor: Actor,
  list: WaitingList,
  legMs: number,
): Promise<Leg> => {
  const dispatcher = await actor.startDispatcher()
  try {
    await pause(WARM_UP_MS)
    const before = await read(dispatcher.pid, databasePid, list)
    await pause(legMs)
    const after = await read(dispatcher.pid, databasePid, list)
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
const compare: Plane['compare'] = (contest, plan) =>
  onStage(contest, async (actors) => {
    const listOf = ({ server }: Actor): Promise<WaitingList> => openWaitingList(server.variant.storageUrl)
    const lists = { here: await listOf(actors.here), there: await listOf(actors.there) }
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
      await Promise.all([lists.here.close(), lists.there.close()])
    }
  })

/** Messages from the list to the provider. */
export const dispatch: Plane = { name: 'dispatch', unit: 'message', atMost: 1.08, compare }
