import { type GaleraCluster, startGalera } from '@postrider/test/servers/galera'
import type { Campaign, CampaignRun } from '../campaign.js'
import { type ClusterFault, tryFaults } from './faults.js'
import { storageGround } from './grounds.js'
import { raceMigrations } from './migration-race.js'

/** By default, the nodes exclude one that has been silent for five seconds. */
const LEFT_OUT_MS = 10_000

const faults: ReadonlyArray<ClusterFault<GaleraCluster>> = [
  { what: 'healthy, writers on all nodes', silentAtMostMs: 2_000 },
  {
    what: 'a node killed',
    silentAtMostMs: LEFT_OUT_MS,
    isInSmall: true,
    strike: async ({ nodes }) => nodes[0]?.kill(),
  },
  {
    what: 'a node paused',
    silentAtMostMs: LEFT_OUT_MS,
    strike: async ({ nodes }) => nodes[0]?.pause(),
    relent: async ({ nodes }) => nodes[0]?.resume(),
  },
  {
    what: 'a node cut off',
    silentAtMostMs: LEFT_OUT_MS,
    strike: ({ isolate }) => isolate(0, true),
    relent: ({ isolate }) => isolate(0, false),
  },
  { what: 'a node stopped', silentAtMostMs: 5_000, strike: async ({ nodes }) => nodes[0]?.stop() },
  {
    what: 'all nodes crashed and bootstrapped',
    silentAtMostMs: 40_000,
    strike: async ({ nodes, bootstrap }) => {
      await Promise.all(nodes.map((node) => node.kill()))
      await bootstrap()
    },
  },
  {
    what: 'a proxy that fails over and back',
    silentAtMostMs: LEFT_OUT_MS,
    isProxied: true,
    strike: async ({ nodes }) => nodes[0]?.kill(),
    // New connections write on the first node again, while the other processes still write on the second.
    relent: async (cluster, stage) => {
      await cluster.heal()
      await stage.stopDispatchers()
      await stage.startDispatchers()
    },
  },
]

const groundOn = (run: CampaignRun, cluster: GaleraCluster, isProxied: boolean) =>
  storageGround(run, {
    cluster,
    engine: 'mysql',
    writer: async () => 0,
    hasManyWriters: true,
    isProxied,
  })

/** Three MariaDB nodes that replicate with Galera, with writers on all of them. */
export const galera: Campaign = {
  name: 'galera',
  about: 'a Galera cluster of three nodes, each fault under traffic',
  tooMuchForTests: 'it needs unpacked servers; npm run test:engines runs a small one',
  engines: ['mariadb'],
  run: async (run) => {
    const cluster = await startGalera()
    try {
      run.say('three nodes are synced')
      const race = await raceMigrations(run, await groundOn(run, cluster, false))
      const openGround = ({ isProxied = false }: ClusterFault<GaleraCluster>) =>
        groundOn(run, cluster, isProxied)
      return [race, ...(await tryFaults({ run, cluster, openGround }, faults))]
    } finally {
      await cluster.stop()
    }
  },
}
