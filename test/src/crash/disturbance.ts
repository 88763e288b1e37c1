import { setTimeout as sleep } from 'node:timers/promises'
import { LANES } from '@postrider/core/kernel/messages/lane'
import type { MessageEvidence } from '@postrider/core/messaging/ports/evidence-storage'
import type { Job, Queue } from '@postrider/core/messaging/ports/queue'
import { openRabbitmqQueue } from '@postrider/queue-rabbitmq/rabbitmq-queue'
import { publishAll } from '../adapters/queue-rabbitmq/broker.js'
import { right } from '@postrider/conformance/outcome'
import { exchange } from './exchange.js'
import type { Scene } from './scene.js'

/** Receipts are sent one by one, on processors that others use too. */
const REPLAYED_WITHIN_MS = 90_000

const replayReceipts = async ({ providerUrl }: Scene, how: 'as-new' | 'as-before'): Promise<void> => {
  const url = `${providerUrl}/replay/${how}`
  const answer = await exchange({ method: 'POST', url, timeoutMs: REPLAYED_WITHIN_MS })
  if (answer._tag !== 'Answered') throw new Error(`the replay was not answered: ${answer.cause}`)
  if (answer.status !== 200) throw new Error(`the replay failed: ${answer.status} ${answer.body}`)
}

const untilTaken = async (queue: Queue): Promise<void> => {
  for (const lane of LANES) while ((await right(queue.depth(lane))) > 0) await sleep(20)
}

/**
 * Gives the host everything a second time: two additional jobs for every message, in any order, and every
 * receipt twice. The last receipt comes first, once as the same event and once as a new one.
 */
export const disturb = async (scene: Scene, evidence: readonly MessageEvidence[]): Promise<void> => {
  const queue = openRabbitmqQueue(scene.queueUrl, { prefix: scene.queuePrefix })
  try {
    const jobs: readonly Job[] = evidence.map(({ message: { messageId, lane } }) => ({ messageId, lane }))
    await Promise.all([publishAll(queue, jobs), replayReceipts(scene, 'as-before')])
    await Promise.all([publishAll(queue, [...jobs].reverse()), replayReceipts(scene, 'as-new')])
    await untilTaken(queue)
  } finally {
    await queue.close()
  }
}
