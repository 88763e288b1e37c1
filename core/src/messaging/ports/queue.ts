import type { Lane } from '../../kernel/messages/lane.js'
import type { MessageId } from '../../kernel/ids/id.js'
import type { QueueUnavailable } from '../../kernel/refusals/outage.js'
import type { TraceContext } from '../../kernel/tracing/trace-context.js'
import type { TE } from '../../fp.js'

/** What travels: ids only, never content (docs/promises#broker-contents). On the wire `{"v":1,"messageId":…}`. */
export interface Job {
  readonly messageId: MessageId
  readonly lane: Lane
  /**
   * For people who look into the queue; the dispatcher goes by the message's row. A queue that nobody looks into need not
   * carry it.
   */
  readonly trace?: TraceContext
}

/** A job that was handed to a consumer and waits for its answer. */
export interface Delivery {
  readonly job: Job
  /** The job is done: it is not delivered again. Without effect once the connection that delivered it is gone. */
  ack(): void
  /** The job is not done: it is delivered again, to anyone, after a pause of at least a second. */
  giveBack(): void
}

export interface Consumer {
  /** Takes no more; what was delivered may still be answered. Jobs unanswered at the end are delivered again. */
  stop(): Promise<void>
}

/**
 * Carries jobs from the relay to the dispatchers: at least once, in no promised order. It only makes things
 * fast; the database is the truth, and a queue that lost everything loses no message.
 * Adapters: embedded (the same database), RabbitMQ.
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
   * Publishes jobs. On the right: the ids the queue has on durable storage; an id that is missing there was
   * refused, returned or not confirmed within 10 s, and may be published again. Never rejects the whole for one.
   */
  publish(jobs: readonly Job[]): TE.TaskEither<QueueUnavailable, readonly MessageId[]>
  /**
   * Delivers jobs of the lanes to the handler, at most `prefetch` unanswered at a time for each lane. Survives
   * restarts of the broker: it reconnects and goes on, redelivering what was unanswered. The handler must not throw.
   */
  consume(
    lanes: readonly Lane[],
    prefetch: number,
    handler: (delivery: Delivery) => void,
  ): TE.TaskEither<QueueUnavailable, Consumer>
  /** Jobs waiting in a lane, not yet delivered. */
  depth(lane: Lane): TE.TaskEither<QueueUnavailable, number>
  /** Whether the queue can be reached at this moment, without waiting for an answer. */
  isUp(): boolean
  /** Ends consumers and connections. */
  close(): Promise<void>
}
