import type { Connections, StorageObserver, ErrorCause } from '@postrider/storage-sql/engine/watch'

/** A watch that records its events. */
export interface ListeningWatch extends StorageObserver {
  readonly repeats: ErrorCause[]
  readonly failures: ErrorCause[]
  /** The present state of the connections. */
  connections(): Connections
}

export const listeningWatch = (): ListeningWatch => {
  const repeats: ErrorCause[] = []
  const failures: ErrorCause[] = []
  let ask = (): Connections => {
    throw new Error('nobody has connected')
  }
  return {
    repeats,
    failures,
    connections: () => ask(),
    repeated: (cause) => void repeats.push(cause),
    failed: (cause) => void failures.push(cause),
    connected: (connections) => {
      ask = connections
    },
  }
}
