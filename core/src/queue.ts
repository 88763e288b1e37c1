/**
 * All that an adapter of a queue is written with: `Queue` is the port, jobs travel in lanes, and a call returns a `TaskEither`.
 * Its exports change as semantic versioning allows (docs/embedding#stable-interfaces).
 */
export { E, pipe, TE } from './fp.js'
export { type Lane, LANES } from './kernel/messages/lane.js'
export { isId, type MessageId } from './kernel/ids/id.js'
export type { QueueUnavailable } from './kernel/refusals/outage.js'
export type { TraceContext } from './kernel/tracing/trace-context.js'
export type { Consumer, Delivery, Job, Queue } from './messaging/ports/queue.js'
export type { Timers } from './kernel/ports/timers.js'
