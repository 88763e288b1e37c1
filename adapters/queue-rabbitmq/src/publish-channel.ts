import { setTimeout as sleep } from 'node:timers/promises'
import type { ConfirmChannel } from 'amqplib'
import type { Job } from '@postrider/core/messaging/ports/queue'
import { closeQuietly } from './close-quietly.js'
import { encodeJob, laneQueue, publishOptions } from './job-wire.js'
import { assertTopology } from './topology.js'

/** A channel on which the broker confirms every message, and what is under way on it. */
export interface PublishChannel {
  isAlive(): boolean
  /** Messages that may be sent now. */
  room(): number
  /** Sends a job; tells once, whatever happens, whether the broker has it on disk. */
  send(job: Job, settle: (confirmed: boolean) => void): void
  /** Gives the channel up; what is unconfirmed on it stays so. */
  abandon(): void
}

interface PublishChannelOptions {
  readonly prefix: string
  readonly window: number
  /** There is room again, or the line is dead. */
  readonly onChange: () => void
}

const MEND_AFTER_MS = 1_000

const ignore = (): void => undefined

/**
 * The queues are gone, by an operator's hand or with the broker's disk: they are declared again, once at a
 * time, and after a pause: when a quorum queue comes back before its consumers were told that it had gone,
 * RabbitMQ 3.10 keeps the consumers, and nothing ever reaches them.
 */
const mender = (channel: ConfirmChannel, prefix: string): (() => void) => {
  let mending = false
  const mend = async (): Promise<void> => {
    await sleep(MEND_AFTER_MS, undefined, { ref: false })
    await assertTopology(channel, prefix).catch(ignore)
    mending = false
  }
  return () => {
    if (mending) return
    mending = true
    void mend()
  }
}

export const createPublishChannel = (
  channel: ConfirmChannel,
  { prefix, window, onChange }: PublishChannelOptions,
): PublishChannel => {
  let alive = true
  let inFlight = 0
  // The broker says that no queue took a message before it confirms the message.
  const returned = new Set<string>()
  const mend = mender(channel, prefix)
  channel.on('error', ignore)
  channel.on('close', () => {
    alive = false
    onChange()
  })
  channel.on('return', (message) => {
    returned.add(String(message.properties.messageId))
    mend()
  })
  return {
    isAlive: () => alive,
    room: () => window - inFlight,
    send: (job, settle) => {
      const { messageId, lane } = job
      const answered = (error: unknown): void => {
        inFlight -= 1
        const wasReturned = returned.delete(messageId)
        settle((error === null || error === undefined) && !wasReturned)
        if (alive) onChange()
      }
      inFlight += 1
      try {
        channel.publish('', laneQueue(prefix, lane), encodeJob(messageId), publishOptions(job), answered)
      } catch {
        alive = false
        answered(new Error('the channel is closed'))
      }
    },
    abandon: () => {
      if (!alive) return
      alive = false
      closeQuietly(channel)
    },
  }
}
