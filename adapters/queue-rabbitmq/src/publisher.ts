import type { MessageId } from '@postrider/core/kernel/ids/id'
import type { Job } from '@postrider/core/messaging/ports/queue'
import { waitingLine } from '@postrider/core/kernel/batching/waiting-line'
import { createBatch, type Item } from './batch.js'
import { createPublishChannel, type PublishChannel } from './publish-channel.js'
import type { Link } from './link.js'

export interface PublisherOptions {
  readonly prefix: string
  /** How long a batch waits for its confirms. */
  readonly confirmTimeoutMs: number
  /** The maximum number of messages sent and not yet confirmed; the others wait here. */
  readonly window: number
}

/** Sends jobs and returns which of them are on the broker's disk. */
export interface Publisher {
  /** The ids that were confirmed in time; never rejects. */
  publish(jobs: readonly Job[]): Promise<readonly MessageId[]>
  /** To be called when there is a connection or publishing may continue. */
  wake(): void
}

const REOPEN_AFTER_MS = 500

/** A job that is being published, and the function that removes it from the unsent ones. */
interface Published {
  readonly item: Item
  readonly leave: () => boolean
}

export const createPublisher = (
  link: Link,
  { prefix, confirmTimeoutMs, window }: PublisherOptions,
): Publisher => {
  const waiting = waitingLine<Item>()
  let line: PublishChannel | undefined
  let opening = false

  const open = async (): Promise<void> => {
    const model = link.model()
    if (opening || model === undefined) return
    opening = true
    try {
      line = createPublishChannel(await model.createConfirmChannel(), { prefix, window, onChange: pump })
    } catch {
      setTimeout(pump, REOPEN_AFTER_MS).unref()
    }
    opening = false
    if (line?.isAlive() === true) pump()
  }

  const pump = (): void => {
    if (waiting.isEmpty() || link.isBlocked()) return
    if (line === undefined || !line.isAlive()) return void open()
    while (!waiting.isEmpty()) {
      if (!line.isAlive()) return void open()
      if (line.room() <= 0) return
      const item = waiting.next()
      if (item !== undefined) line.send(item.job, item.settle)
    }
  }

  const expire = (published: readonly Published[]): void => {
    const late = published.filter(({ item }) => !item.isSettled())
    const unsent = late.filter(({ leave }) => leave())
    // A missing confirm means that the channel is broken: the next messages need a channel that works.
    if (unsent.length < late.length) line?.abandon()
    for (const { item } of late) item.settle(false)
    pump()
  }

  return {
    publish: async (jobs) => {
      const { items, settled } = createBatch(jobs)
      const published = items.map((item): Published => ({ item, leave: waiting.join(item) }))
      const timer = setTimeout(() => expire(published), confirmTimeoutMs)
      pump()
      const confirmedIds = await settled
      clearTimeout(timer)
      return confirmedIds
    },
    wake: pump,
  }
}
