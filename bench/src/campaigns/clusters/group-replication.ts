import { type ReplicationGroup, startGroupReplication } from '@postrider/test/servers/group-replication'
import type { Campaign, CampaignRun, Figure } from '../campaign.js'
import { type ClusterFault, tryFaults } from './faults.js'
import { storageGround } from './grounds.js'
import { raceMigrations } from './migration-race.js'

/** By default, a group suspects a silent member after five seconds and expels it after five more. */
const EXPELLED_MS = 25_000

/**
 * Without faults: a group with several primaries can hang for minutes when one dies
 * (docs/databases-and-brokers#measured-failovers).
 */
const ofSeveralPrimaries: ReadonlyArray<ClusterFault<ReplicationGroup>> = [
  { what: 'several primaries, healthy', silentAtMostMs: 2_000 },
]

const ofOnePrimary: ReadonlyArray<ClusterFault<ReplicationGroup>> = [
  {
    what: 'the only primary killed',
    silentAtMostMs: EXPELLED_MS,
    isInSmall: true,
    strike: async ({ nodes, primary }) => nodes[await primary()]?.kill(),
  },
  {
    what: 'a secondary killed',
    silentAtMostMs: EXPELLED_MS,
    strike: async ({ nodes, primary }) => nodes[((await primary()) + 1) % nodes.length]?.kill(),
  },
  {
    what: 'the only primary paused',
    silentAtMostMs: EXPELLED_MS,
    strike: async ({ nodes, primary }) => nodes[await primary()]?.pause(),
    relent: async ({ nodes }) => nodes.forEach((node) => node.resume()),
  },
  {
    what: 'the only primary stopped',
    silentAtMostMs: EXPELLED_MS,
    strike: async ({ nodes, primary }) => nodes[await primary()]?.stop(),
  },
]

const tryGroup = async (
  run: CampaignRun,
  mode: 'single-primary' | 'multi-primary',
  faults: ReadonlyArray<ClusterFault<ReplicationGroup>>,
): Promise<readonly Figure[]> => {
  const cluster = await startGroupReplication(mode)
  const openGround = () =>
    storageGround(run, {
      cluster,
      engine: 'mysql',
      writer: cluster.primary,
      hasManyWriters: mode === 'multi-primary',
      isProxied: false,
    })
  try {
    run.say(`three members are online, ${mode}`)
    const race = await raceMigrations(run, await openGround())
    return [
      { ...race, what: `${mode}: ${race.what}` },
      ...(await tryFaults({ run, cluster, openGround }, faults)),
    ]
  } finally {
    await cluster.stop()
  }
}

/** Three MySQL servers in one group, with several primaries and with one. */
export const groupReplication: Campaign = {
  name: 'group-replication',
  about: 'a MySQL replication group of three members, each fault under traffic',
  tooMuchForTests: 'it needs unpacked servers; npm run test:engines runs a small one',
  engines: ['mysql'],
  run: async (run) => [
    ...(await tryGroup(run, 'single-primary', ofOnePrimary)),
    ...(run.share < 0.5 ? [] : await tryGroup(run, 'multi-primary', ofSeveralPrimaries)),
  ],
}
