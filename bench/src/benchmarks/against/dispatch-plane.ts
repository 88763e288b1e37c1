import { DISPATCH_WARM_UP_MS, dispatchLeg, fillList } from '../dispatch-leg.js'
import type { Plane } from './plane.js'
import { runPairs } from './run-pairs.js'
import { type Actor, onStage } from './stage.js'
import { openWaitingList, type WaitingList } from '../waiting-list.js'

/** The backlog of the first leg, per second of its duration. */
const FIRST_PER_SECOND = 8000

/** The backlog must exceed what a leg sends, or the measurement would include idle time. */
const MARGIN = 1.5

/** Each tree's dispatcher sends a backlog in turn, while the HTTP servers idle. */
const compare: Plane['compare'] = (contest, plan) =>
  onStage(contest, async (actors) => {
    const listOf = ({ server }: Actor): Promise<WaitingList> => openWaitingList(server.variant.storageUrl)
    const lists = { here: await listOf(actors.here), there: await listOf(actors.there) }
    const seconds = (plan.legMs + DISPATCH_WARM_UP_MS) / 1000
    let perSecond = FIRST_PER_SECOND
    try {
      return await runPairs(plan, async (side, label) => {
        await fillList(actors[side].server, lists[side], perSecond * seconds * MARGIN, label)
        const leg = await dispatchLeg({
          start: actors[side].startDispatcher,
          databasePid: contest.databasePid,
          list: lists[side],
          legMs: plan.legMs,
        })
        perSecond = Math.max(perSecond, leg.ratePerSecond)
        return leg
      })
    } finally {
      await Promise.all([lists.here.close(), lists.there.close()])
    }
  })

/** Messages from the outbox to the provider. */
export const dispatch: Plane = { name: 'dispatch', unit: 'message', atMost: 1.08, compare }
