import type { ConsumeMessage } from 'amqplib'
import type { Lane } from '@postrider/core/kernel/messages/lane'
import type { Delivery, Job } from '@postrider/core/messaging/ports/queue'
import type { Acknowledger } from './acknowledger.js'
import { decodeJob, traceIn } from './job-wire.js'

export interface LaneOptions {
  readonly lane: Lane
  readonly giveBackMs: number
  /** Publishes a job again; returns whether the broker has it. */
  readonly republish: (job: Job) => Promise<boolean>
  readonly handler: (delivery: Delivery) => void
}

/**
 * Gives a job back by publishing it again after the pause, and then acknowledging the old copy. A job that
 * returns to the head of a quorum queue is counted against its delivery limit. A long outage of another
 * component must not move it to the dead queue. Only if publishing fails does the old copy itself return to
 * the queue.
 */
const giveBackLater = (
  message: ConsumeMessage,
  job: Job,
  answers: Acknowledger,
  { giveBackMs, republish }: LaneOptions,
): void => {
  const giveBack = async (): Promise<void> => {
    if (await republish(job)) answers.ack(message)
    else answers.reject(message, true)
  }
  setTimeout(() => void giveBack(), giveBackMs).unref()
}

/** Passes a message of a lane's queue to the handler, as a delivery that is acknowledged once. */
export const deliverFrom =
  (options: LaneOptions) =>
  (message: ConsumeMessage, answers: Acknowledger): void => {
    const messageId = decodeJob(message.content)
    if (messageId === undefined) return answers.reject(message, false)
    const job: Job = { messageId, lane: options.lane, trace: traceIn(message.properties) }
    let isAnswered = false
    const once = (run: () => void) => (): void => {
      if (isAnswered) return
      isAnswered = true
      run()
    }
    options.handler({
      job,
      ack: once(() => answers.ack(message)),
      giveBack: once(() => giveBackLater(message, job, answers, options)),
    })
  }
