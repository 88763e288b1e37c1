import { connect, type ChannelModel, type Options } from 'amqplib'
import { settleWithin } from './within.js'

/** A connection to one of the brokers of an address; if it is lost, the next broker is tried. */
export interface Link {
  /** The current connection, with its topology in place; undefined while there is none. */
  model(): ChannelModel | undefined
  /** Whether the broker has asked publishers to stop (memory or disk alarm). */
  isBlocked(): boolean
  /** The last error, for the message of an outage; without credentials. */
  lastError(): string
  /** Resolves as soon as there is a connection, or after this time without one. */
  waitUntilUp(timeoutMs: number): Promise<ChannelModel | undefined>
  close(): Promise<void>
}

interface LinkEvents {
  /** Prepares a new connection; if it rejects, the connection is closed and another try follows later. */
  readonly setup: (model: ChannelModel) => Promise<void>
  /** Called when there is a new connection, or publishing may continue. */
  readonly onReady: () => void
}

const CONNECT_TIMEOUT_MS = 5_000
/** If there are other brokers to try. */
const CONNECT_TO_ONE_OF_MANY_MS = 2_000
const CLOSE_TIMEOUT_MS = 3_000
const RECOVERY = { initialDelay: 100, maxDelay: 5_000, factor: 2, jitter: 0.2, waitForConnect: false }

/** The broker that the library connects to next. The library reads this object at each attempt. */
const inTurn = (brokers: readonly [Options.Connect, ...Options.Connect[]]) => {
  let at = 0
  const target: Options.Connect = { ...brokers[0] }
  return {
    target,
    turn: (): void => {
      at = (at + 1) % brokers.length
      Object.assign(target, brokers[at])
    },
  }
}

const callAll = (waiting: Set<() => void>): void => {
  for (const run of waiting) run()
  waiting.clear()
}

/** Waits until all of them are called, or for at most this time. */
const waitIn = async (waiting: Set<() => void>, timeoutMs: number): Promise<void> => {
  let arrived = (): void => undefined
  const arrival = new Promise<void>((resolve) => {
    arrived = resolve
    waiting.add(resolve)
  })
  await settleWithin(arrival, timeoutMs)
  waiting.delete(arrived)
}

/** Prepares a new connection; if that fails, or the connection ended meanwhile, rejects once it is closed. */
const setUp = async (
  model: ChannelModel,
  setup: LinkEvents['setup'],
  failed: (error: Error) => void,
): Promise<void> => {
  // The library adds its listeners only after the setup. Until then an error event would end the process, and
  // a connection that ended together with its last response would be considered alive forever.
  model.on('error', failed)
  const ending = new AbortController()
  model.on('close', (cause) => ending.abort(cause))
  try {
    await setup(model)
    ending.signal.throwIfAborted()
  } catch (error) {
    // The library waits for the response when it closes a connection, which a lost connection never sends.
    await settleWithin(model.close(), CLOSE_TIMEOUT_MS)
    throw error
  }
}

/**
 * Connects to the first broker and, after each failure or loss, to the next one, with growing pauses of up to 5 s, until it
 * is closed.
 */
export const openLink = (
  brokers: readonly [Options.Connect, ...Options.Connect[]],
  events: LinkEvents,
): Link => {
  let current: ChannelModel | undefined
  let blocked = false
  let lastCause = 'not connected yet'
  const waiting = new Set<() => void>()
  const failed = (error: Error): void => {
    lastCause = error.message
  }
  const setup = (model: ChannelModel): Promise<void> => setUp(model, events.setup, failed)
  const timeout = brokers.length > 1 ? CONNECT_TO_ONE_OF_MANY_MS : CONNECT_TIMEOUT_MS
  const { target, turn } = inTurn(brokers)
  const options = { noDelay: true, timeout, recovery: { ...RECOVERY, setup } }
  const connecting = connect(target, options).then((connection) => {
    connection.on('error', failed)
    connection.on('connect-failed', (error) => {
      failed(error)
      turn()
    })
    connection.on('disconnect', (error) => {
      failed(error)
      turn()
      current = undefined
      blocked = false
    })
    connection.on('blocked', () => (blocked = true))
    connection.on('unblocked', () => {
      blocked = false
      events.onReady()
    })
    connection.on('connect', (model) => {
      current = model
      callAll(waiting)
      events.onReady()
    })
    return connection
  })
  return {
    model: () => current,
    isBlocked: () => blocked,
    lastError: () => lastCause,
    waitUntilUp: async (timeoutMs) => {
      if (current === undefined) await waitIn(waiting, timeoutMs)
      return current
    },
    close: async () => {
      current = undefined
      callAll(waiting)
      await settleWithin(
        connecting.then((connection) => connection.close()),
        CLOSE_TIMEOUT_MS,
      )
    },
  }
}
