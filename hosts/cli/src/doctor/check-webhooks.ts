import { MINUTE_MS, SECOND_MS } from '@postrider/core/kernel/time/epoch-ms'
import { E } from '@postrider/core/fp'
import type { Clock } from '@postrider/core/kernel/ports/clock'
import type { WebhookStorage } from '@postrider/core/webhooks/ports/webhook-storage'
import { receiverState, type ReceiverStatus } from '@postrider/core/webhooks/domain/event-receiver'
import type { WebhookCaller } from '@postrider/core/webhooks/ports/webhook-caller'
import { fine, type Finding, warning, wrong } from './finding.js'

interface Needs {
  readonly storage: { readonly webhooks: Pick<WebhookStorage, 'backlog' | 'receiver'> }
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

const whyFailed = ({ lastFailure }: ReceiverStatus): string => {
  if (lastFailure === undefined) return ''
  const { status, detail } = lastFailure
  return `; the last failure was ${status === undefined ? `"${detail}"` : `a response with status ${status}`}`
}

/** Whether the event receiver of the installation gets its events (docs/event-receiver). */
export const checkEventReceiver = async ({
  storage,
  clock,
  webhooks: { receiver },
}: Needs & { readonly webhooks: Pick<WebhookCaller, 'receiver'> }): Promise<readonly Finding[]> => {
  const read = await storage.webhooks.receiver()()
  if (E.isLeft(read)) return [wrong('event receiver', `cannot be read: ${read.left.cause}`)]
  const status = read.right
  const nowMs = clock.nowMs()
  if (status === undefined || receiverState(status, nowMs) === 'disabled') {
    if (receiver === undefined) return [fine('event receiver', 'none')]
    const sentence = 'no dispatcher has delivered events to it for five minutes'
    const advice = 'Start a dispatcher with POSTRIDER_EVENTS_URL and POSTRIDER_EVENTS_SECRET.'
    return [warning('event receiver', sentence, advice)]
  }
  const { host, apps, failingApps, waiting, oldestMs } = status
  const reached = `${host} gets the events of ${counted(apps, 'app')}`
  if (failingApps > 0)
    return [
      warning(
        'event receiver',
        `${reached}, of which ${failingApps} fail, with ${counted(waiting, 'waiting event')}${whyFailed(status)}`,
        'Check your receiver, its certificate and the secret. Events are kept as long as POSTRIDER_EVENT_DAYS says.',
      ),
    ]
  const ageMs = oldestMs === undefined ? 0 : nowMs - oldestMs
  if (ageMs <= LATE_MS)
    return [fine('event receiver', `${reached}, with ${counted(waiting, 'waiting event')}`)]
  const late = `${reached}; the oldest waiting event is ${Math.round(ageMs / SECOND_MS)} s old`
  return [warning('event receiver', late, 'Make your receiver respond faster, or start another dispatcher.')]
}
