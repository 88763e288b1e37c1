import { measure } from '../measure.js'
import { freshSends } from '../requests.js'
import type { Leg, Pair } from './leg.js'
import { type PairsPlan, runPairs } from './run-pairs.js'
import { type Actor, type Contest, onStage } from './stage.js'

const CONNECTIONS = 64

const acceptFor = async (contest: Contest, actor: Actor, label: string, measureMs: number): Promise<Leg> => {
  const { server } = actor
  const next = freshSends(server.tenants, `pair-${label}`)
  const plan = { server, databasePid: contest.databasePid, connections: CONNECTIONS, warmUpMs: 0, measureMs }
  const measured = await measure({ ...plan, next })
  const wrong = Object.keys(measured.statuses).filter((status) => status !== '202')
  if (wrong.length > 0) throw new Error(`sends were answered ${wrong.join(', ')}`)
  return measured
}

/** Sends are accepted by each tree's server in turn, both warm all the while. */
export const compareAcceptance = (contest: Contest, plan: PairsPlan): Promise<readonly Pair[]> =>
  onStage(contest, (actors) =>
    runPairs(plan, (side, label) => acceptFor(contest, actors[side], label, plan.legMs)),
  )
