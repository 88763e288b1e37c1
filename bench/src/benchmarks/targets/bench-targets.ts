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

/** What was asked for beside the run. */
export interface TargetPlan {
  /** Whether the great backlogs are drained too; each takes minutes to fill. */
  readonly isLong: boolean
}

const choiceOf = (tenants: number, waiting: number): Choice => ({
  name: `MariaDB, Organizations: ${tenants}, ${figure(waiting)} waiting`,
  acceptance: 'real',
  engine: 'MariaDB',
  tenants,
})

/** Each size of backlog has a database of its own, so that none has to be drained for another's sake. */
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

/** Tells every row as far as it is known. */
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

/** Each figure that is asked for beside what it is compared with, leg by leg in every round. */
export const benchTargets = (run: BenchRun, plan: TargetPlan): Promise<void> =>
  onTargetStage(run, async (stage) => {
    const backlogs = await openBacklogs(stage, plan)
    const label = labelling()
    const rounds: TargetRound[] = []
    try {
      // The first round counts for nothing: a server is compiled by what it is asked, one with more code for longer.
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
