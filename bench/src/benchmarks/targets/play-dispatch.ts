import { untilNone } from '../backlog.js'
import { DISPATCH_WARM_UP_MS, dispatchLeg, fillList } from '../dispatch-leg.js'
import { machineText, measureLeg } from '../measured-leg.js'
import { freshSends } from '../requests.js'
import { say } from '../say.js'
import { type ServerProcess, startServer } from '../server-process.js'
import { figure } from '../table.js'
import { openWaitingList, type WaitingList } from '../waiting-list.js'
import type { RoundStage } from './play-acceptance.js'
import { drainName } from './target-rows.js'

/** The expected rate per second of the first leg. */
const FIRST_PER_SECOND = 10_000

/** The maximum duration of a measured drain, so that a small backlog stays small. */
const LONGEST_MS = 3000

/** A backlog with a server that fills it. */
export interface Backlog {
  readonly server: ServerProcess
  /** The minimum number of waiting messages during a measured drain. */
  readonly waiting: number
  readonly organizations: number
}

const startDispatcher = ({ variant }: ServerProcess): Promise<ServerProcess> =>
  startServer({ ...variant, role: 'dispatcher', tenants: 0, stored: 0 })

const withList = async <A>(
  { variant }: ServerProcess,
  act: (list: WaitingList) => Promise<A>,
): Promise<A> => {
  const list = await openWaitingList(variant.storageUrl)
  try {
    return await act(list)
  } finally {
    await list.close()
  }
}

/** Measures a dispatcher on a backlog that keeps its size during the measurement. */
export const playDrain = (stage: RoundStage, { server, waiting, organizations }: Backlog): Promise<void> =>
  withList(server, async (list) => {
    const name = drainName(waiting, organizations)
    const legMs = Math.min(stage.run.measureMs, LONGEST_MS)
    const taken = (FIRST_PER_SECOND * (legMs + DISPATCH_WARM_UP_MS)) / 1000
    say(`${stage.title}: ${name}: it fills`)
    await fillList(server, list, waiting + taken, stage.label())
    const { databasePid } = stage
    const leg = await dispatchLeg({ start: () => startDispatcher(server), databasePid, list, legMs })
    const none = { p50Ms: Number.NaN, p99Ms: Number.NaN, residentMiB: Number.NaN }
    stage.legs.set(name, { ...leg, ...none })
    const cost = `node ${figure(leg.nodeMicroseconds)} µs, database ${figure(leg.databaseMicroseconds)} µs`
    say(`${stage.title}: ${name}: ${figure(leg.ratePerSecond)}/s, ${cost}, ${machineText(leg)}`)
  })

/** Accepts while a dispatcher settles. The rate is that of accepted messages until none are left. */
export const playTogether = (stage: RoundStage): Promise<void> =>
  withList(stage.server.dispatching, async (list) => {
    const server = stage.server.dispatching
    const dispatcher = await startDispatcher(server)
    const accept = (name: string) => {
      const next = freshSends(server.tenants, stage.label())
      const plan = { server, databasePid: stage.databasePid, connections: 64, next, warmUpMs: 0 }
      return measureLeg(stage.run, `${stage.title}: ${name}`, plan)
    }
    try {
      // Leftovers of the warm-up would be settled during the measurement.
      await accept('together, to warm up')
      await untilNone(() => list.count())
      const measured = await accept('together')
      const endedAt = performance.now()
      await untilNone(() => list.count())
      const { measureMs } = stage.run
      const longer = (performance.now() - endedAt) / measureMs
      stage.legs.set('together', { ...measured, ratePerSecond: measured.ratePerSecond / (1 + longer) })
      say(`${stage.title}: together: nothing was left ${figure(longer * measureMs)} ms later`)
    } finally {
      await dispatcher.stop()
    }
  })
