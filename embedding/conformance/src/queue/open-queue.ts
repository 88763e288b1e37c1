import type { Queue } from '@postrider/core/messaging/ports/queue'

/** An open queue with only the test's own jobs. */
export interface OpenedQueue {
  readonly queue: Queue
  /** Opens a second queue on the same jobs, as another process would. */
  another(): Promise<Queue>
  /** Closes the queue and opens it again on the same jobs. */
  reopen(): Promise<Queue>
  /** Closes all queues opened here and removes the jobs. */
  close(): Promise<void>
}

/** Opens a queue without jobs. */
export type OpenQueue = () => Promise<OpenedQueue>

/** The queue of the current test. */
export interface QueueUnderTest {
  readonly queue: Queue
  another(): Promise<Queue>
  reopen(): Promise<Queue>
}

/** Gives each test of the calling suite a queue of its own. */
export const useQueue = (open: OpenQueue): QueueUnderTest => {
  let opened: OpenedQueue
  let queue: Queue
  beforeEach(async () => {
    opened = await open()
    queue = opened.queue
  })
  afterEach(() => opened.close())
  return {
    get queue() {
      return queue
    },
    another: () => opened.another(),
    reopen: async () => {
      queue = await opened.reopen()
      return queue
    },
  }
}
