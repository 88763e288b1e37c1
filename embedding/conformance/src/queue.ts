/**
 * The conformance kit for queues and for failures of their broker: the entry `@postrider/conformance/queue`.
 */
export { aJob, jobs } from './builders/a-job.js'
export { eventually } from './eventually.js'
export { ackAll, collect, type Collector, type DeliveryHandler, keepAll } from './queue/collecting.js'
export { describeQueue } from './queue/describe-queue.js'
export { describeQueueFaults, type FragileQueue } from './queue/describe-queue-faults.js'
export type { OpenedQueue, OpenQueue } from './queue/open-queue.js'
