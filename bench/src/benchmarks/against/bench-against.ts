import type { BenchRun } from '../bench-run.js'
import { say } from '../say.js'
import { planesOf } from './planes.js'
import { type Outcome, reportAll, reportPlane, verdictOf } from './report.js'
import { buildTrees, type Contest, databasePidOf, type Engine } from './stage.js'

/** The options of the command line. */
export interface AgainstOptions {
  readonly revision: string
  /** Names of planes, separated by commas. */
  readonly plane: string
  /** `mariadb`, `sqlite` or `both`. */
  readonly engine: string
  /** The maximum cost of each plane relative to the other commit; default: the plane's own limit. */
  readonly atMost: number | undefined
  readonly pairs: number
  readonly mostPairs: number
  readonly legMs: number
}

const ENGINES: Readonly<Record<string, readonly Engine[]>> = {
  mariadb: ['MariaDB'],
  sqlite: ['SQLite'],
  both: ['MariaDB', 'SQLite'],
}

const enginesOf = (name: string): readonly Engine[] => {
  const engines = ENGINES[name]
  if (engines === undefined) throw new Error(`--engine is one of ${Object.keys(ENGINES).join(', ')}`)
  return engines
}

/** Measures each plane on each engine. Results are in `outcomes` even if a later measurement fails. */
const measureAll = async (
  contests: readonly Contest[],
  options: AgainstOptions,
  signal: AbortSignal,
  outcomes: Outcome[],
): Promise<void> => {
  const { pairs: fewest, mostPairs, legMs } = options
  for (const contest of contests) {
    for (const plane of planesOf(options.plane)) {
      const { engine } = contest
      const name = `${plane.name} on ${engine}`
      say(`${name}: ${fewest} to ${mostPairs} pairs of ${legMs / 1000} s`)
      const plan = { pairs: fewest, mostPairs, legMs, signal, say: (line: string) => say(`${name}, ${line}`) }
      const pairs = await plane.compare(contest, plan)
      const outcome = { plane, engine, atMost: options.atMost ?? plane.atMost, pairs }
      outcomes.push(outcome)
      reportPlane(outcome, contest.commit)
      signal.throwIfAborted()
    }
  }
}

/**
 * Compares this tree's processor time with another commit's, in the order A B B A in one run, for each plane
 * on each engine. Returns the exit code, 1 if a limit is exceeded. An interrupted or failed run reports what
 * it has measured.
 */
export const benchAgainst = async (run: BenchRun, options: AgainstOptions): Promise<number> => {
  planesOf(options.plane)
  const engines = enginesOf(options.engine)
  const { signal } = run
  const pids = await Promise.all(engines.map((engine) => databasePidOf(run, engine)))
  const trees = await buildTrees(run, options.revision, signal, say)
  const contests = engines.map((engine, at) => ({ ...trees, run, engine, databasePid: pids[at] }))
  const outcomes: Outcome[] = []
  try {
    await measureAll(contests, options, signal, outcomes)
  } finally {
    reportAll(outcomes, trees.commit)
  }
  return outcomes.some((outcome) => verdictOf(outcome) === 'BROKEN') ? 1 : 0
}
