/**
 * All that an adapter of a queue is written with: `Queue` is the port, jobs travel in lanes, and a call returns a `TaskEither`.
 * Its exports change as semantic versioning allows (docs/embedding#stable-interfaces).
 */
export { E, pipe, TE } from './fp.js'
export { type Lane, LANES } from './domain/channels/lane.js'
export { isId, type MessageId } from './domain/ids/id.js'
export type { QueueUnavailable } from './domain/refusals/outage.js'
export type { TraceContext } from './domain/tracing/trace-context.js'
export type { Consumer, Delivery, Job, Queue } from './ports/queue.js'
export type { Timers } from './ports/timers.js'
