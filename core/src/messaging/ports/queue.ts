import type { Lane } from '../../kernel/messages/lane.js'
import type { MessageId } from '../../kernel/ids/id.js'
import type { QueueUnavailable } from '../../kernel/refusals/outage.js'
import type { TraceContext } from '../../kernel/tracing/trace-context.js'
import type { TE } from '../../fp.js'

/**
 * A job in the queue: IDs only, never content (docs/promises#broker-contents). On the wire
 * `{"v":1,"messageId":…}`.
 */
export interface Job {
  readonly messageId: MessageId
  readonly lane: Lane
  /**
   * For people who inspect the queue; the dispatcher uses the message's row. A queue that can't be inspected
   * doesn't have to carry it.
   */
  readonly trace?: TraceContext
}

/** A job that was delivered to a consumer and isn't acknowledged yet. */
export interface Delivery {
  readonly job: Job
  /**
   * The job is done and isn't delivered again. It has no effect after the connection that delivered the job
   * is closed.
   */
  ack(): void
  /** The job isn't done: it is delivered again, to any consumer, after at least a second. */
  giveBack(): void
}

export interface Consumer {
  /** Stops accepting jobs. Delivered jobs can still be acknowledged; jobs that aren't are delivered again. */
  stop(): Promise<void>
}

/**
 * Carries jobs from the relay to the dispatchers: at least once, in any order. It only adds speed. The
 * database is the source of truth, so no message is lost if a queue loses everything. Adapters: embedded (the
 * same database), RabbitMQ.
 *
 * @example
 * ```ts
 * import type { Lane } from '@postrider/core/kernel/messages/lane'
 * import type { MessageId } from '@postrider/core/kernel/ids/id'
 * import { TE } from '@postrider/core/fp'
 * import type { Consumer, Delivery, Job, Queue } from '@postrider/core/messaging/ports/queue'
 *
 * // What the client of your broker can do.
 * declare const broker: {
 *   readonly isConnected: boolean
 *   putDurably(jobs: readonly Job[]): Promise<readonly MessageId[]>
 *   subscribe(lanes: readonly Lane[], most: number, handler: (delivery: Delivery) => void): Promise<Consumer>
 *   count(lane: Lane): Promise<number>
 *   end(): Promise<void>
 * }
 *
 * const unavailable = (cause: unknown) => ({ _tag: 'QueueUnavailable' as const, cause: String(cause) })
 * const queue: Queue = {
 *   publish: (jobs) => TE.tryCatch(() => broker.putDurably(jobs), unavailable),
 *   consume: (lanes, prefetch, handler) =>
 *     TE.tryCatch(() => broker.subscribe(lanes, prefetch, handler), unavailable),
 *   depth: (lane) => TE.tryCatch(() => broker.count(lane), unavailable),
 *   isUp: () => broker.isConnected,
 *   close: () => broker.end(),
 * }
 * ```
 */
export interface Queue {
  /**
   * Publishes jobs. Right: the IDs that the queue has on durable storage. A missing ID was refused, returned
   * or not confirmed within 10 s, and can be published again. One failed job never fails the whole call.
   */
  publish(jobs: readonly Job[]): TE.TaskEither<QueueUnavailable, readonly MessageId[]>
  /**
   * Delivers jobs of the lanes to the handler, with at most `prefetch` unacknowledged jobs per lane. It
   * survives restarts of the broker: it reconnects and redelivers unacknowledged jobs. The handler must not
   * throw.
   */
  consume(
    lanes: readonly Lane[],
    prefetch: number,
    handler: (delivery: Delivery) => void,
  ): TE.TaskEither<QueueUnavailable, Consumer>
  /** Jobs waiting in a lane, not yet delivered. */
  depth(lane: Lane): TE.TaskEither<QueueUnavailable, number>
  /** Whether the queue is reachable now, without waiting for a response. */
  isUp(): boolean
  /** Closes consumers and connections. */
  close(): Promise<void>
}
