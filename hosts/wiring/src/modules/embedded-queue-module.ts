import { ContainerModule } from 'inversify'
import { openEmbeddedQueue } from '@postrider/queue-embedded/embedded-queue'
import { provide, tokens } from '../tokens.js'

/** The queue in the same database. */
export const embeddedQueueModule = new ContainerModule(({ bind }) => {
  provide(
    bind,
    tokens.queue,
    [tokens.storage, tokens.clock, tokens.timers, tokens.closing],
    ({ jobs }, clock, timers, closing) => closing.opened(openEmbeddedQueue({ jobs, clock, timers })),
  )
})
