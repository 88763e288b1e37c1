import { startRabbitmqCluster } from '@postrider/test/servers/rabbitmq-cluster'
import type { ServerCluster } from '@postrider/test/servers/server-cluster'
import type { Campaign } from '../campaign.js'
import { type ClusterFault, tryFaults } from './faults.js'
import { queueGround } from './grounds.js'

/** Acceptance doesn't wait for the broker. */
const PROMPT_MS = 2_000

const faults: ReadonlyArray<ClusterFault<ServerCluster>> = [
  {
    what: 'a node of the broker killed',
    silentAtMostMs: PROMPT_MS,
    isInSmall: true,
    strike: async ({ nodes }) => nodes[0]?.kill(),
  },
  {
    what: 'a node of the broker stopped',
    silentAtMostMs: PROMPT_MS,
    strike: async ({ nodes }) => nodes[0]?.stop(),
  },
  {
    what: 'the quorum of the broker lost',
    silentAtMostMs: PROMPT_MS,
    strike: async ({ nodes }) => {
      await Promise.all(nodes.slice(1).map((node) => node.kill()))
    },
  },
  {
    what: 'both dispatchers stopped',
    silentAtMostMs: PROMPT_MS,
    strike: async (_, stage) => stage.stopDispatchers(),
    relent: async (_, stage) => stage.startDispatchers(),
  },
]

/** Three RabbitMQ nodes with quorum queues. */
export const rabbitCluster: Campaign = {
  name: 'rabbit-cluster',
  about: 'a RabbitMQ cluster of three nodes, each fault under traffic',
  tooMuchForTests: 'it needs unpacked servers; npm run test:engines runs a small one',
  engines: ['rabbitmq'],
  run: async (run) => {
    const cluster = await startRabbitmqCluster()
    try {
      run.say('three nodes are online')
      const openGround = () => queueGround(run, cluster)
      return await tryFaults({ run, cluster, openGround }, faults)
    } finally {
      await cluster.stop()
    }
  },
}
