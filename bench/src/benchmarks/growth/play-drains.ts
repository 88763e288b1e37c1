import { untilNone } from '../backlog.js'
import { DISPATCH_WARM_UP_MS, fillList } from '../dispatch-leg.js'
import { freshSends } from '../requests.js'
import { type ServerProcess, startServer } from '../server-process.js'
import { openWaitingList, type WaitingList } from '../waiting-list.js'
import { CHANGED_ORGANIZATIONS, drainName, TOGETHER } from './growth-rows.js'
import { type GrowthRound, type GrowthStage, playDispatchLeg, playLeg } from './growth-stage.js'
import { whileChanging } from './play-changes.js'

const CONNECTIONS = 64

/** More than a dispatcher on two cores sends per second. */
const MOST_PER_SECOND = 5_000

/** The maximum duration of a measured drain. */
const LONGEST_MS = 3_000

/** The catalog changes per second of an installation with some hundred organizations. */
const CHANGES_PER_SECOND = 5

const startDispatcher = ({ variant }: ServerProcess): Promise<ServerProcess> =>
  startServer({ ...variant, role: 'dispatcher', tenants: 0, stored: 0 })

const withList = async (server: ServerProcess, act: (list: WaitingList) => Promise<void>): Promise<void> => {
  const list = await openWaitingList(server.variant.storageUrl)
  try {
    await act(list)
  } finally {
    await list.close()
  }
}

/** Measures a new dispatcher on messages of all organizations of a server. */
const playDrain = (
  { run, databasePid, label }: GrowthStage,
  round: GrowthRound,
  server: ServerProcess,
  name: string,
): Promise<void> =>
  withList(server, async (list) => {
    const legMs = Math.min(run.measureMs, LONGEST_MS)
    const wanted = (MOST_PER_SECOND * (legMs + DISPATCH_WARM_UP_MS)) / 1000
    await fillList(server, list, wanted, label())
    const start = () => startDispatcher(server)
    await playDispatchLeg(round, name, { start, databasePid, list, legMs })
  })

/**
 * Accepts alone, then while a dispatcher sends. The rate is that of accepted messages until all of them are
 * sent.
 */
const playTogether = (stage: GrowthStage, round: GrowthRound, server: ServerProcess): Promise<void> =>
  withList(server, async (list) => {
    const { databasePid, label, run } = stage
    const accept = (name: string) => {
      const next = freshSends(server.tenants, label())
      const most = Math.ceil((10_000 * run.measureMs) / 1000)
      return playLeg(stage, round, name, {
        server,
        databasePid,
        connections: CONNECTIONS,
        next,
        warmUpMs: 0,
        most,
      })
    }
    await accept(TOGETHER.alone)
    const dispatcher = await startDispatcher(server)
    try {
      await untilNone(() => list.count())
      await accept(TOGETHER.both)
      const endedAt = performance.now()
      await untilNone(() => list.count())
      const leg = round.legs.get(TOGETHER.both)
      const longer = (performance.now() - endedAt) / run.measureMs
      if (leg !== undefined)
        round.legs.set(TOGETHER.both, { ...leg, ratePerSecond: leg.ratePerSecond / (1 + longer) })
    } finally {
      await dispatcher.stop()
    }
  })

/** Drains of few and many organizations, with and without catalog changes, and acceptance during dispatch. */
export const openDrains = async (stage: GrowthStage): Promise<(round: GrowthRound) => Promise<void>> => {
  const ten = await stage.open(10)
  const changed = await stage.open(CHANGED_ORGANIZATIONS)
  const many = await stage.open(500)
  const companion = await stage.accompany(changed)
  await companion.prepare(changed.tenants)
  return async (round) => {
    await playTogether(stage, round, ten)
    // A dispatcher is a new process each time, so an earlier round doesn't warm it up.
    if (round.isWarmUp) return
    await playDrain(stage, round, ten, drainName(10))
    await playDrain(stage, round, many, drainName(500))
    await playDrain(stage, round, changed, drainName(CHANGED_ORGANIZATIONS))
    await whileChanging(companion, changed.tenants, CHANGES_PER_SECOND, round.title, () =>
      playDrain(stage, round, changed, drainName(CHANGED_ORGANIZATIONS, CHANGES_PER_SECOND)),
    )
  }
}
