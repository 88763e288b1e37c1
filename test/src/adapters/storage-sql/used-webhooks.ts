import { keyOfEvent } from '@postrider/core/webhooks/domain/plan-deliveries'
import type { Storage } from '@postrider/core/assembly/storage'
import { aWebhookEndpoint } from '@postrider/conformance/builders/a-webhook-endpoint'
import type { Tenant } from '@postrider/conformance/builders/a-tenant'
import { NOW_MS } from '@postrider/conformance/builders/fresh'
import { right } from '@postrider/conformance/outcome'
import { exclusively } from '@postrider/conformance/storage/unit-work'

type Used = Pick<Storage, 'units' | 'webhooks'>

/** The reads and writes of webhook endpoints: of their page, of dispatchers and of replays. */
export const useWebhooks = async (storage: Used, { scope, app: { appId } }: Tenant): Promise<void> => {
  const endpoint = aWebhookEndpoint({ ...scope, appId })
  const { endpointId, organizationId } = endpoint
  const owned = { endpointId, organizationId }
  await exclusively({ storage }, async (unit) => {
    unit.webhookEndpoints.add(endpoint)
    await unit.webhookEndpoints.countOf(appId)
    await unit.webhookEndpoints.latestOf(appId)
  })
  const query = { of: 'organizations', endpoints: 2, events: 5, except: [] } as const
  const [claimed] = await right(storage.webhooks.claim(NOW_MS, 1000, query))
  const event = claimed?.events[0]
  const pending = { sequence: 1, key: '', attempts: 1, dueAtMs: NOW_MS }
  const attempt = {
    endpointId,
    eventId: event?.eventId ?? 'evt_1',
    sequence: 1,
    key: event === undefined ? '' : keyOfEvent(event),
    type: 'message.accepted',
    number: 1,
    atMs: NOW_MS,
    durationMs: 1,
    status: 500,
    detail: '',
    isDelivered: false,
  } as const
  const { failures, failingSinceMs, pausedUntilMs, isWarned } = endpoint
  const end = {
    health: { failures, failingSinceMs, pausedUntilMs, isWarned },
    disabledBecause: undefined,
    warns: false,
    deliveredTo: 1,
    takesEvents: true,
    put: [pending],
    removed: [2],
    givenUp: [],
  }
  if (claimed !== undefined)
    await right(storage.webhooks.conclude({ ...claimed, end, attempts: [attempt], nowMs: NOW_MS }))
  await right(storage.webhooks.claim(NOW_MS + 1, 1000, { ...query, except: [organizationId] }))
  for (const app of [appId, undefined])
    await right(storage.webhooks.endpoints({ organizationId, appId: app, before: endpointId, limit: 5 }))
  const log = { ...owned, before: { atMs: NOW_MS, sequence: 5 }, limit: 5 }
  for (const sequence of [1, undefined])
    for (const isDelivered of [true, undefined])
      await right(storage.webhooks.attempts({ ...log, sequence, isDelivered }))
  await right(storage.webhooks.delivery(owned, 1, 5))
  for (const state of ['failing', undefined] as const)
    await right(storage.webhooks.ofPlatform({ state, before: undefined, limit: 5 }))
  await right(storage.webhooks.notices(5))
  await right(storage.webhooks.backlog())
  await right(storage.webhooks.serveReceiver('events.example.com', 0, 5))
  await right(storage.webhooks.claim(NOW_MS, 1000, { ...query, of: 'receiver' }))
  await right(storage.webhooks.receiver())
  await right(storage.webhooks.purgeAttempts(NOW_MS, 5))
  await exclusively({ storage }, async (unit) => {
    await unit.webhookEndpoints.lock(endpointId)
    await unit.webhookEndpoints.eventsIn(appId, { from: 1, to: 5 }, 5)
    await unit.webhookEndpoints.failedSince(endpointId, { sinceMs: 0, from: 1 }, 5)
    await unit.webhookEndpoints.pendingOf(endpointId)
    unit.webhookEndpoints.putPending(endpointId, [pending])
    unit.webhookEndpoints.replace(endpoint)
    unit.webhookEndpoints.remove(endpointId)
  })
}
