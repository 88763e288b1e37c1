import cluster, { type Worker } from 'node:cluster'
import { SECOND_MS } from '@postrider/core/kernel/time/epoch-ms'
import { E } from '@postrider/core/fp'
import { EXIT } from '@postrider/command/exit-code'
import type { OpenOperations, OperationsNeeds } from '@postrider/command/hosts/running-hosts'
import type { Signals } from '@postrider/command/hosts/signals'
import { type WorkerHomes, workerHomes } from './homes/worker-homes.js'
import { hasTag, type ParentMessage, type WorkerMessage } from './worker-message.js'
import { processTime } from '@postrider/wiring/process-time'

/** A worker's connection to its parent. */
export interface ParentLink {
  /** The number of this worker. */
  readonly number: number
  /** When it has to leave, and whether another worker replaces it then. */
  readonly signals: Signals
  /** Replies to its parent from now on, instead of opening an operations port. */
  readonly openOperations: OpenOperations
  /** The other workers of its parent. */
  readonly homes: WorkerHomes
  /** Reports that everything runs. */
  serving(): void
  /** Sends its final metrics; resolves when they are sent. */
  sayLast(): Promise<void>
}

/** All workers must have ended by then (docs/api/running#shutdown). */
const END_WITHIN_MS = 20 * SECOND_MS

const send = (message: WorkerMessage): Promise<void> =>
  new Promise((resolve) => {
    // Without a parent there is no receiver.
    if (process.connected) process.send?.(message, undefined, undefined, () => resolve())
    else resolve()
  })

/**
 * A worker leaves when its parent says so, when its parent is gone, or when it gets a signal of its own. A
 * signal from the terminal reaches all processes, so the parent decides about that one.
 */
const listenToParent = (): Signals => {
  let isRequested = false
  let isReplaced = false
  let hurry = (): void => undefined
  const hurried = new Promise<void>((resolve) => (hurry = resolve))
  const first = new Promise<string>((resolve) => {
    const leave = (why: string): void => {
      if (isRequested) hurry()
      isRequested = true
      resolve(why)
    }
    for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => undefined)
    process.on('SIGTERM', () => leave('SIGTERM'))
    process.on('disconnect', () => {
      leave('its parent is gone')
      // No other process would end it.
      setTimeout(() => process.exit(EXIT.failed), END_WITHIN_MS).unref()
    })
    process.on('message', (message: unknown) => {
      if (!hasTag(message) || message._tag !== 'Leave') return
      const { isReplaced: isFollowed } = message as Extract<ParentMessage, { _tag: 'Leave' }>
      if (isRequested && isFollowed) return
      if (!isRequested) isReplaced = isFollowed
      leave('its parent')
    })
  })
  return { first, isRequested: () => isRequested, isReplaced: () => isReplaced, hurried }
}

const answering = ({ metrics, probe }: OperationsNeeds): void => {
  const answers = { figures: metrics.records, readiness: probe }
  process.on('message', (message: unknown) => {
    if (!hasTag(message) || message._tag !== 'Ask') return
    const { id, what } = message as Extract<ParentMessage, { _tag: 'Ask' }>
    void answers[what]().then((answer) => send({ _tag: 'Answer', id, answer }))
  })
}

/** Gets the workers' sockets from its parent. */
const listenForHomes = (): WorkerHomes => {
  const homes = workerHomes(processTime().timers)
  process.on('message', (message: unknown) => {
    if (!hasTag(message) || message._tag !== 'Homes') return
    const { own, paths } = message as Extract<ParentMessage, { _tag: 'Homes' }>
    homes.learn(own, paths)
  })
  return homes
}

/** Connects this process to its parent; `worker` is Node's object for it. */
export const linkToParent = (worker: Worker): ParentLink => {
  // Without this Node ends the worker at once when its parent is gone, in the middle of calls.
  worker.exitedAfterDisconnect = true
  let needs: OperationsNeeds | undefined
  return {
    number: worker.id,
    signals: listenToParent(),
    homes: listenForHomes(),
    openOperations: async (given) => {
      needs = given
      answering(given)
      return E.right({ port: undefined, close: () => Promise.resolve() })
    },
    serving: () => void send({ _tag: 'Serving' }),
    sayLast: async () => {
      if (needs !== undefined) await send({ _tag: 'LastFigures', figures: await needs.metrics.records() })
    },
  }
}

/** The link of a process that is a worker. */
export const ownParentLink = (): ParentLink | undefined =>
  cluster.worker === undefined ? undefined : linkToParent(cluster.worker)
