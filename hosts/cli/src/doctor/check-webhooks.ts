import { MINUTE_MS, SECOND_MS } from '@postrider/core/kernel/time/epoch-ms'
import { E } from '@postrider/core/fp'
import type { Clock } from '@postrider/core/kernel/ports/clock'
import type { WebhookStorage } from '@postrider/core/webhooks/ports/webhook-storage'
import { fine, type Finding, warning, wrong } from './finding.js'

interface Needs {
  readonly storage: { readonly webhooks: Pick<WebhookStorage, 'backlog'> }
  readonly clock: Clock
}

/** Dispatchers deliver within a second or two; after this time none delivers. */
const LATE_MS = 5 * MINUTE_MS

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

/** What waits at webhook endpoints, and whether dispatchers deliver to those that work (docs/api/webhooks). */
export const checkWebhooks = async ({ storage, clock }: Needs): Promise<readonly Finding[]> => {
  const read = await storage.webhooks.backlog()()
  if (E.isLeft(read)) return [wrong('webhooks', `cannot be read: ${read.left.cause}`)]
  const known = read.right.filter(({ endpoints }) => endpoints > 0)
  if (known.length === 0) return [fine('webhooks', 'no endpoints')]
  const sentence = known
    .map(
      ({ state, endpoints, events }) =>
        `${counted(endpoints, `${state} endpoint`)} with ${counted(events, 'waiting event')}`,
    )
    .join(', ')
  const oldestMs = known.find(({ state }) => state === 'active')?.oldestMs
  const ageMs = oldestMs === undefined ? 0 : clock.nowMs() - oldestMs
  if (ageMs <= LATE_MS) return [fine('webhooks', sentence)]
  const late = `${sentence}; the oldest event of an active endpoint is ${Math.round(ageMs / SECOND_MS)} s old`
  return [
    warning(
      'webhooks',
      late,
      'Start a dispatcher, which delivers events, and check its log for failures in webhooks.',
    ),
  ]
}
