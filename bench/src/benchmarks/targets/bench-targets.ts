import type { BenchRun } from '../bench-run.js'
import { type Choice } from '../bench-run.js'
import { say } from '../say.js'
import { figure } from '../table.js'
import { printLegs } from './leg-table.js'
import { playAcceptance, type RoundStage } from './play-acceptance.js'
import { type Backlog, playDrain, playTogether } from './play-dispatch.js'
import { playSending } from './play-sending.js'
import { reportRows } from './report-rows.js'
import type { TargetLeg, TargetRound } from './target-row.js'
import { FEW_WAITING, MANY_ORGANIZATIONS, MANY_WAITING, TARGET_ROWS } from './target-rows.js'
import { onTargetStage, type TargetStage } from './target-stage.js'

/** The options besides those of the run. */
export interface TargetPlan {
  /** Whether large backlogs are drained too; each takes minutes to fill. */
  readonly isLong: boolean
}

const choiceOf = (tenants: number, waiting: number): Choice => ({
  name: `MariaDB, Organizations: ${tenants}, ${figure(waiting)} waiting`,
  acceptance: 'real',
  engine: 'MariaDB',
  tenants,
})

/** Each size of backlog has its own database, so that none must be drained for another. */
const openBacklogs = async (stage: TargetStage, { isLong }: TargetPlan): Promise<readonly Backlog[]> => {
  const wanted = [
    { organizations: 1, waiting: FEW_WAITING },
    ...(isLong
      ? [
          { organizations: 1, waiting: MANY_WAITING },
          { organizations: MANY_ORGANIZATIONS, waiting: FEW_WAITING },
          { organizations: MANY_ORGANIZATIONS, waiting: MANY_WAITING },
        ]
      : []),
  ]
  const backlogs: Backlog[] = []
  for (const { organizations, waiting } of wanted)
    backlogs.push({ organizations, waiting, server: await stage.open(choiceOf(organizations, waiting)) })
  return backlogs
}

/** Prints every row with its results so far. */
const report = ({ measureMs, source }: BenchRun, rounds: readonly TargetRound[]): void =>
  reportRows(
    `What is to be reached: medians of ${rounds.length} rounds of ${measureMs / 1000} s, A B A B, load from ${source.name}`,
    TARGET_ROWS,
    rounds,
  )

const labelling = (): (() => string) => {
  let count = 0
  return () => {
    count += 1
    return `t${count.toString(36)}`
  }
}

/** Measures each metric with a target next to its counterpart, leg by leg in every round. */
export const benchTargets = (run: BenchRun, plan: TargetPlan): Promise<void> =>
  onTargetStage(run, async (stage) => {
    const backlogs = await openBacklogs(stage, plan)
    const label = labelling()
    const rounds: TargetRound[] = []
    try {
      // The first round doesn't count: code is compiled as requests come in, and larger code takes longer.
      for (let round = 0; round <= run.rounds; round += 1) {
        const legs = new Map<string, TargetLeg>()
        if (round > 0) rounds.push(legs)
        const title = round === 0 ? 'to warm up' : `round ${round} of ${run.rounds}`
        const playing: RoundStage = { ...stage, legs, title, label }
        await playAcceptance(playing)
        await playSending(playing, round)
        await playTogether(playing)
        if (round > 0) for (const backlog of backlogs) await playDrain(playing, backlog)
        say(`${title} is over`)
      }
    } finally {
      report(run, rounds)
      printLegs(rounds)
    }
  })
