import type { BenchRun } from '../bench-run.js'
import { say } from '../say.js'
import { figure } from '../table.js'
import { printLegs } from '../targets/leg-table.js'
import { reportRows } from '../targets/report-rows.js'
import type { TargetLeg, TargetRound } from '../targets/target-row.js'
import { GROWTH_PARTS, GROWTH_ROWS, type GrowthPart } from './growth-rows.js'
import { type GrowthRound, type GrowthStage, onGrowthStage } from './growth-stage.js'
import { openPurge, openReader } from './play-background.js'
import { openChanges } from './play-changes.js'
import { openDrains } from './play-drains.js'
import { openNeighbors } from './play-neighbors.js'
import { openOrganizations } from './play-organizations.js'

type OpenPart = (stage: GrowthStage) => Promise<(round: GrowthRound) => Promise<void>>

const PARTS: Readonly<Record<GrowthPart, OpenPart>> = {
  changes: openChanges,
  neighbors: openNeighbors,
  organizations: openOrganizations,
  drains: openDrains,
  reader: openReader,
  purge: openPurge,
}

/** The parts in a list separated by commas; by default all. */
export const growthPartsOf = (names: string | undefined): readonly GrowthPart[] => {
  if (names === undefined) return GROWTH_PARTS
  return names.split(',').map((name) => {
    const part = GROWTH_PARTS.find((one) => one === name)
    if (part === undefined) throw new Error(`--parts ${name} is none of ${GROWTH_PARTS.join(', ')}`)
    return part
  })
}

const report = (part: GrowthPart, { measureMs, source }: BenchRun, rounds: readonly TargetRound[]): void => {
  const legs = `medians of ${rounds.length} rounds of ${measureMs / 1000} s, load from ${source.name}`
  reportRows(`Growth, ${part}: ${legs}`, GROWTH_ROWS[part], rounds)
  printLegs(rounds)
}

const playPart = async (run: BenchRun, part: GrowthPart): Promise<void> => {
  const rounds: TargetRound[] = []
  const begunAt = performance.now()
  try {
    await onGrowthStage(run, async (stage) => {
      const play = await PARTS[part](stage)
      // The first round compiles the servers and doesn't count.
      for (let at = 0; at <= run.rounds; at += 1) {
        const legs = new Map<string, TargetLeg>()
        const isWarmUp = at === 0
        if (!isWarmUp) rounds.push(legs)
        const title = isWarmUp ? `${part}, warm-up` : `${part}, round ${at} of ${run.rounds}`
        await play({ legs, title, isWarmUp })
      }
    })
  } finally {
    report(part, run, rounds)
    say(`${part} took ${figure((performance.now() - begunAt) / 1000)} s`)
  }
}

/**
 * The cost of many organizations, catalog changes and neighbors in trouble: each row is a ratio of legs of
 * one round.
 */
export const benchGrowth = async (run: BenchRun, parts: readonly GrowthPart[]): Promise<void> => {
  for (const part of parts) await playPart(run, part)
  if (parts.length === GROWTH_PARTS.length)
    say('what waits for a dead account costs: npm run bench -- --only outage')
}
