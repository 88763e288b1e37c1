import type { MessageId } from '@postrider/core/domain/ids/id'
import type { Job } from '@postrider/core/ports/queue'
import { createBatch, type Item } from './batch.js'
import { createPublishChannel, type PublishChannel } from './publish-channel.js'
import type { Link } from './link.js'

export interface PublisherOptions {
  readonly prefix: string
  /** How long a batch waits for its confirms. */
  readonly confirmTimeoutMs: number
  /** Messages sent and not yet confirmed, at most; the others wait here. */
  readonly window: number
}

/** Sends jobs and tells which of them are on the disk of the broker. */
export interface Publisher {
  /** The ids that were confirmed in time; never rejects. */
  publish(jobs: readonly Job[]): Promise<readonly MessageId[]>
  /** To be called when a connection is there or publishing may go on. */
  wake(): void
}

const REOPEN_AFTER_MS = 500

export const createPublisher = (
  link: Link,
  { prefix, confirmTimeoutMs, window }: PublisherOptions,
): Publisher => {
  const waiting = new Set<Item>()
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
    if (waiting.size === 0 || link.isBlocked()) return
    if (line === undefined || !line.isAlive()) return void open()
    for (const item of waiting) {
      if (!line.isAlive()) return void open()
      if (line.room() <= 0) return
      waiting.delete(item)
      line.send(item.job, item.settle)
    }
  }

  const expire = (items: readonly Item[]): void => {
    const late = items.filter((item) => !item.isSettled())
    const unsent = late.filter((item) => waiting.delete(item))
    // A confirm that has not come never will: what is sent next goes over a channel that is known to work.
    if (unsent.length < late.length) line?.abandon()
    for (const item of late) item.settle(false)
    pump()
  }

  return {
    publish: async (jobs) => {
      const { items, settled } = createBatch(jobs)
      const timer = setTimeout(() => expire(items), confirmTimeoutMs)
      for (const item of items) waiting.add(item)
      pump()
      const confirmedIds = await settled
      clearTimeout(timer)
      return confirmedIds
    },
    wake: pump,
  }
}
