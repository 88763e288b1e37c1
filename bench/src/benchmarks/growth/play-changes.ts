import { freshSends } from '../requests.js'
import { say } from '../say.js'
import { figure } from '../table.js'
import type { Companion } from './companion.js'
import { type GrowthRound, type GrowthStage, playLeg } from './growth-stage.js'
import type { ChangedTenant } from './catalog-changes.js'
import {
  CHANGED_ORGANIZATIONS,
  CHANGES_PER_SECOND,
  changesName,
  elsewhereName,
  RESTING_ORGANIZATIONS,
  unchangedName,
} from './growth-rows.js'

const CONNECTIONS = 64

/**
 * Runs work while a companion makes changes at this rate in these organizations, and reports the number of
 * changes.
 */
export const whileChanging = async (
  companion: Companion,
  tenants: readonly ChangedTenant[],
  perSecond: number,
  title: string,
  act: () => Promise<void>,
): Promise<void> => {
  await companion.startChanges(perSecond, tenants)
  try {
    await act()
  } finally {
    const made = await companion.endChanges()
    const took = `p50 ${figure(made.p50Ms)} ms, p99 ${figure(made.p99Ms)} ms`
    say(`${title}: ${figure(made.perSecond, 1)} changes a second, ${took}, ${made.failures.length} failed`)
    for (const failure of made.failures.slice(0, 3)) say(`  ${failure}`)
  }
}

/**
 * Measures sends of many organizations during changes of their catalogs, without changes, and during the same
 * changes in idle organizations. All share the cores, so the last ratio shows the cost of a change for those
 * who send.
 */
export const openChanges = async (stage: GrowthStage): Promise<(round: GrowthRound) => Promise<void>> => {
  const server = await stage.open(CHANGED_ORGANIZATIONS + RESTING_ORGANIZATIONS)
  const companion = await stage.accompany(server)
  await companion.prepare(server.tenants)
  const sending = server.tenants.slice(0, CHANGED_ORGANIZATIONS)
  const resting = server.tenants.slice(CHANGED_ORGANIZATIONS)
  const send = (round: GrowthRound, name: string) => {
    const next = freshSends(sending, stage.label())
    const plan = { server, databasePid: stage.databasePid, connections: CONNECTIONS, next }
    return playLeg(stage, round, name, plan)
  }
  return async (round) => {
    for (const perSecond of CHANGES_PER_SECOND) {
      await send(round, unchangedName(perSecond))
      for (const [tenants, name] of [
        [resting, elsewhereName(perSecond)],
        [sending, changesName(perSecond)],
      ] as const)
        await whileChanging(companion, tenants, perSecond, round.title, () => send(round, name))
    }
  }
}
