/**
 * Everything needed to write a queue adapter: `Queue` is the port, jobs are queued in lanes, and a call
 * returns a `TaskEither`. Its exports follow semantic versioning (docs/embedding#stable-interfaces).
 */
export { E, pipe, TE } from './fp.js'
export { type Lane, LANES } from './kernel/messages/lane.js'
export { isId, type MessageId } from './kernel/ids/id.js'
export type { QueueUnavailable } from './kernel/refusals/outage.js'
export type { TraceContext } from './kernel/tracing/trace-context.js'
export type { Consumer, Delivery, Job, Queue } from './messaging/ports/queue.js'
export type { Timers } from './kernel/ports/timers.js'
