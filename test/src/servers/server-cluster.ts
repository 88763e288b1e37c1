/** One server of a cluster, on 127.0.0.1. Its data outlives the process. */
export interface ClusterNode {
  readonly port: number
  /** Sends SIGKILL, like a power loss of this node. */
  kill(): Promise<void>
  /** Sends SIGSTOP: connections stay open without responses. */
  pause(): void
  /** Sends SIGCONT after `pause`. */
  resume(): void
  /** Stops it in order. */
  stop(): Promise<void>
  /** Starts it on the same data and port and waits until it serves; does nothing if it runs. */
  start(): Promise<void>
}

/** Several servers with the same data. */
export interface ServerCluster {
  readonly nodes: readonly ClusterNode[]
  /** Starts the stopped nodes and waits until all are members again. */
  heal(): Promise<void>
  /** Stops all nodes and removes their data. */
  stop(): Promise<void>
}

/** The parts of an address before and after its host and port. */
interface AddressParts {
  readonly before: string
  readonly after: string
}

/** The address of a node, or the addresses of all nodes with this one first. */
export const addressOf = (
  nodes: readonly Pick<ClusterNode, 'port'>[],
  at: number,
  { before, after }: AddressParts,
  wanted: 'one' | 'all' = 'one',
): string => {
  const inOrder = nodes.map((_, index) => nodes[(at + index) % nodes.length])
  const chosen = wanted === 'one' ? inOrder.slice(0, 1) : inOrder
  return `${before}${chosen.map((node) => `127.0.0.1:${node?.port}`).join(',')}${after}`
}
