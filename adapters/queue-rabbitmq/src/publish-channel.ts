import { setTimeout as sleep } from 'node:timers/promises'
import type { ConfirmChannel } from 'amqplib'
import type { Job } from '@postrider/core/messaging/ports/queue'
import { closeQuietly } from './close-quietly.js'
import { encodeJob, laneQueue, publishOptions } from './job-wire.js'
import { assertTopology } from './topology.js'

/** A channel on which the broker confirms every message, with the messages in progress. */
export interface PublishChannel {
  isAlive(): boolean
  /** The number of messages that may be sent now. */
  room(): number
  /** Sends a job; calls back once, whatever happens, with whether the broker has it on disk. */
  send(job: Job, settle: (confirmed: boolean) => void): void
  /** Abandons the channel; its unconfirmed messages stay unconfirmed. */
  abandon(): void
}

interface PublishChannelOptions {
  readonly prefix: string
  readonly window: number
  /** Called when there is room again, or the channel is dead. */
  readonly onChange: () => void
}

const MEND_AFTER_MS = 1_000

const ignore = (): void => undefined

/**
 * The queues are gone, because an administrator deleted them or the broker lost its disk. They are declared
 * again, one run at a time and after a pause. If a quorum queue is recreated before its consumers are
 * notified of the deletion, RabbitMQ 3.10 keeps the consumers, and they receive nothing.
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
  // The broker returns a message that no queue accepted before it confirms the message.
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
