import { type Rabbitmq, type RabbitmqOptions, startRabbitmq } from './rabbitmq.js'
import type { ClusterNode, ServerCluster } from './server-cluster.js'
import { unpackedRoot } from './unpacked-engines.js'

const NODES = 3

/** Adds a standalone node to the other's cluster. */
const join = async (broker: Rabbitmq, { nodeName }: Rabbitmq): Promise<void> => {
  for (const args of [['stop_app'], ['join_cluster', nodeName], ['start_app']]) await broker.control(args)
}

const nodeOf = (broker: Rabbitmq): ClusterNode => ({
  port: broker.port,
  kill: broker.kill,
  pause: broker.pause,
  resume: broker.resume,
  stop: broker.end,
  start: async () => {
    if (broker.death() !== undefined) await broker.restart()
  },
})

/** Starts a cluster of three RabbitMQ nodes, with `guest` and the password `guest`. */
export const startRabbitmqCluster = async (): Promise<ServerCluster> => {
  const brokers: Rabbitmq[] = []
  const stop = async (): Promise<void> => {
    await Promise.all(brokers.map((broker) => broker.kill()))
    // The first one owns what the others share, so it stops last.
    for (const broker of brokers.toReversed()) await broker.stop()
  }
  const start = async (options: RabbitmqOptions): Promise<Rabbitmq> => {
    const broker = await startRabbitmq({ root: unpackedRoot('rabbitmq'), ...options })
    brokers.push(broker)
    return broker
  }
  try {
    const first = await start({})
    while (brokers.length < NODES) await join(await start({ shared: first.shared }), first)
  } catch (error) {
    await stop()
    throw error
  }
  const nodes = brokers.map(nodeOf)
  return {
    nodes,
    heal: async () => {
      await Promise.all(nodes.map((node) => node.start()))
      await brokers[0]?.control(['await_online_nodes', String(NODES), '--timeout', '60'])
    },
    stop,
  }
}
