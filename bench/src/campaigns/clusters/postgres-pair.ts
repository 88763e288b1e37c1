import { type PostgresPair, startPostgresPair } from '@postrider/test/servers/postgres-pair'
import type { Campaign } from '../campaign.js'
import { type ClusterFault, tryFaults } from './faults.js'
import { storageGround } from './grounds.js'
import { raceMigrations } from './migration-race.js'

const failOver = async ({ nodes, primary, promote }: PostgresPair): Promise<void> => {
  await nodes[primary()]?.kill()
  await promote()
}

const faults: ReadonlyArray<ClusterFault<PostgresPair>> = [
  {
    what: 'the primary killed, the standby promoted',
    silentAtMostMs: 10_000,
    isInSmall: true,
    strike: failOver,
  },
  {
    what: 'the primary paused',
    silentAtMostMs: 30_000,
    strike: async ({ nodes, primary }) => nodes[primary()]?.pause(),
    relent: async ({ nodes, primary }) => nodes[primary()]?.resume(),
  },
]

/** A PostgreSQL primary with a synchronous standby. */
export const postgresPair: Campaign = {
  name: 'postgres-pair',
  about: 'a PostgreSQL primary and its synchronous standby, each fault under traffic',
  tooMuchForTests: 'it needs unpacked servers; npm run test:engines runs a small one',
  engines: ['postgres'],
  run: async (run) => {
    const cluster = await startPostgresPair()
    const openGround = () =>
      storageGround(run, {
        cluster,
        engine: 'postgres',
        writer: async () => cluster.primary(),
        hasManyWriters: false,
        isProxied: false,
      })
    try {
      run.say('the standby follows')
      const race = await raceMigrations(run, await openGround())
      return [race, ...(await tryFaults({ run, cluster, openGround }, faults))]
    } finally {
      await cluster.stop()
    }
  },
}
