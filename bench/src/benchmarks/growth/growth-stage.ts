import { removeQueues } from '@postrider/test/adapters/queue-rabbitmq/broker'
import { type BenchRun, type Choice, variantOf } from '../bench-run.js'
import { dispatchLeg, type DispatchPlan } from '../dispatch-leg.js'
import { mariadbPid } from '../machine/database-pid.js'
import { machineText, measureLeg } from '../measured-leg.js'
import type { MeasurePlan } from '../measure.js'
import { say } from '../say.js'
import { type ServerProcess, startServer } from '../server-process.js'
import { figure } from '../table.js'
import type { TargetLeg } from '../targets/target-row.js'
import { type Companion, startCompanion } from './companion.js'

/** The shared context of all parts: the run, and the processes that end with it. */
export interface GrowthStage {
  readonly run: BenchRun
  readonly databasePid: number | undefined
  /** A new prefix of keys each time, with at most seven characters. */
  label(): string
  /** Starts a server of this number of organizations on its own database, which ends with the stage. */
  open(tenants: number, choice?: Partial<Choice>): Promise<ServerProcess>
  /** Starts a companion of a server, which ends with the stage. */
  accompany(server: ServerProcess): Promise<Companion>
}

/** A round of a part. */
export interface GrowthRound {
  readonly legs: Map<string, TargetLeg>
  /** The prefix of output lines. */
  readonly title: string
  /** Whether the round is a warm-up that doesn't count. */
  readonly isWarmUp: boolean
}

type Ends = Array<() => Promise<unknown>>

const opener =
  (run: BenchRun, ends: Ends): GrowthStage['open'] =>
  async (tenants, choice = {}) => {
    const name = `MariaDB, Organizations: ${tenants}`
    say(`a server starts: ${name}`)
    const common = { name, acceptance: 'real', engine: 'MariaDB', tenants } as const
    const { drop, ...variant } = await variantOf(run, { ...common, ...choice })
    ends.push(drop, () => removeQueues(run.amqpUrl, variant.queuePrefix))
    const server = await startServer(variant)
    ends.push(() => server.stop())
    return server
  }

/** Calls `act` with a stage, and always ends everything on it afterwards. */
export const onGrowthStage = async (
  run: BenchRun,
  act: (stage: GrowthStage) => Promise<void>,
): Promise<void> => {
  const ends: Ends = []
  let labels = 0
  try {
    const databasePid = await mariadbPid(run.mysqlUrl)
    await act({
      run,
      databasePid,
      label: () => `g${(labels += 1).toString(36)}`,
      open: opener(run, ends),
      accompany: async ({ variant }) => {
        const companion = await startCompanion({ ...variant, tenants: 0, stored: 0 })
        ends.push(() => companion.stop())
        return companion
      },
    })
  } finally {
    for (const end of ends.reverse()) await end().catch(console.error)
  }
}

const isAccepted = (status: string): boolean => /^20\d$|^below 400$/.test(status)

/** The share of responses without an acceptance. */
const refusedShare = (statuses: Readonly<Record<string, number>>): number => {
  const all = Object.entries(statuses)
  const sum = (some: typeof all): number => some.reduce((total, [, count]) => total + count, 0)
  return sum(all.filter(([status]) => !isAccepted(status))) / Math.max(1, sum(all))
}

/**
 * Measures a leg and stores it under its name, with the share of refused requests. Only the others count as
 * its rate.
 */
export const playLeg = async (
  { run }: Pick<GrowthStage, 'run'>,
  { legs, title }: GrowthRound,
  name: string,
  plan: Parameters<typeof measureLeg>[2] & Partial<Pick<MeasurePlan, 'measureMs'>>,
): Promise<void> => {
  const { measureMs = run.measureMs, ...rest } = plan
  const measured = await measureLeg({ ...run, measureMs }, `${title}: ${name}`, rest)
  const refused = refusedShare(measured.statuses)
  if (refused > 0)
    say(`${title}: ${name}: ${figure(refused * 100, 2)} % refused: ${JSON.stringify(measured.statuses)}`)
  legs.set(name, { ...measured, ratePerSecond: measured.ratePerSecond * (1 - refused), refused })
}

/** Measures a leg of a dispatcher and stores it. A leg with too little time on a busy machine is omitted. */
export const playDispatchLeg = async (
  { legs, title }: GrowthRound,
  name: string,
  plan: DispatchPlan,
): Promise<void> => {
  try {
    const leg = await dispatchLeg(plan)
    legs.set(name, { ...leg, p50Ms: Number.NaN, p99Ms: Number.NaN, residentMiB: Number.NaN })
    const cost = `node ${figure(leg.nodeMicroseconds)} µs, database ${figure(leg.databaseMicroseconds)} µs`
    say(`${title}: ${name}: ${figure(leg.ratePerSecond)}/s, ${cost}, ${machineText(leg)}`)
  } catch (error) {
    say(`${title}: ${name} is left out: ${String(error)}`)
  }
}
