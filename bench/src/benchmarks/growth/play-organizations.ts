import { freshSends } from '../requests.js'
import { type ServerProcess, startServer } from '../server-process.js'
import { type GrowthRound, type GrowthStage, playLeg } from './growth-stage.js'
import { ORGANIZATION_COUNTS, organizationsName, START_NAME } from './growth-rows.js'

const CONNECTIONS = 64

/** How long a new process is measured. */
const START_MS = 2_000

/** Measures sends of one, a hundred and five hundred organizations, and the first seconds of a process. */
export const openOrganizations = async (
  stage: GrowthStage,
): Promise<(round: GrowthRound) => Promise<void>> => {
  const servers: ServerProcess[] = []
  for (const count of ORGANIZATION_COUNTS) servers.push(await stage.open(count))
  const largest = servers.at(-1)
  if (largest === undefined) throw new Error('there is no server')
  const { databasePid, label } = stage
  const legOf = (tenants: ServerProcess['tenants'], server: ServerProcess) => ({
    server,
    databasePid,
    connections: CONNECTIONS,
    next: freshSends(tenants, label()),
  })

  const playStart = async (round: GrowthRound): Promise<void> => {
    const fresh = await startServer({ ...largest.variant, tenants: 0, stored: 0 })
    try {
      const measureMs = Math.min(START_MS, stage.run.measureMs)
      const most = 10_000
      await playLeg(stage, round, START_NAME, {
        ...legOf(largest.tenants, fresh),
        warmUpMs: 0,
        measureMs,
        most,
      })
    } finally {
      await fresh.stop()
    }
  }

  return async (round) => {
    for (const [at, server] of servers.entries())
      await playLeg(
        stage,
        round,
        organizationsName(ORGANIZATION_COUNTS[at] ?? 0),
        legOf(server.tenants, server),
      )
    await playStart(round)
  }
}
