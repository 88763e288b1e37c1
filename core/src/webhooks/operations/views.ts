import type * as t from 'io-ts'
import { type EpochMs, isoTime } from '../../kernel/time/epoch-ms.js'
import { present } from '../../kernel/present.js'
import { endpointState, type FoundEndpoint } from '../domain/endpoint-state.js'
import { receiverState, type ReceiverStatus } from '../domain/event-receiver.js'
import { hostOfUrl, type WebhookEndpoint } from '../domain/webhook-endpoint.js'
import type { endpointShape, eventReceiverShape, foundEndpointShape } from './shapes.js'

const timeOf = (atMs: number | undefined): string | undefined =>
  atMs === undefined ? undefined : isoTime(atMs)

/** An endpoint as responses show it, without its secret. */
export const endpointView = (endpoint: WebhookEndpoint): t.TypeOf<typeof endpointShape> => {
  const { endpointId, organizationId, appId, environment, url, description, ordering } = endpoint
  const { deliveredTo, failures, version, disabledBecause } = endpoint
  return {
    endpointId,
    organizationId,
    appId,
    environment,
    url,
    description,
    types: endpoint.types === undefined ? null : [...endpoint.types],
    ordering,
    includeRecipient: endpoint.includesRecipient,
    status: endpoint.disabledAtMs === undefined ? 'active' : 'disabled',
    deliveredTo,
    failures,
    createdAt: isoTime(endpoint.createdAtMs),
    version,
    ...present({
      disabledBecause,
      disabledAt: timeOf(endpoint.disabledAtMs),
      failingSince: timeOf(endpoint.failingSinceMs),
      publicKey: endpoint.publicKey,
    }),
  }
}

/**
 * An endpoint as super admins see it: without the path of its URL, and without its responses, which belong to
 * the customer.
 */
export const foundEndpointView = ({
  endpoint,
  waiting,
  lastFailure,
}: FoundEndpoint): t.TypeOf<typeof foundEndpointShape> => {
  const { endpointId, organizationId, appId, environment, url, createdAtMs, disabledBecause } = endpoint
  const { status, detail } = lastFailure ?? { status: undefined, detail: undefined }
  return {
    endpointId,
    organizationId,
    appId,
    environment,
    host: hostOfUrl(url),
    state: endpointState(endpoint),
    waitingEvents: waiting,
    createdAt: isoTime(createdAtMs),
    ...present({
      disabledBecause,
      disabledAt: timeOf(endpoint.disabledAtMs),
      failingSince: timeOf(endpoint.failingSinceMs),
      lastFailedAt: timeOf(lastFailure?.atMs),
      lastStatus: status,
      lastCause: status === undefined ? detail : undefined,
    }),
  }
}

/** The event receiver as super admins see it. Its responses are their own. */
export const receiverView = (status: ReceiverStatus, nowMs: EpochMs): t.TypeOf<typeof eventReceiverShape> => {
  const { host, sinceMs, apps, failingApps, waiting, oldestMs, lastFailure } = status
  return {
    host,
    state: receiverState(status, nowMs),
    since: isoTime(sinceMs),
    apps,
    failingApps,
    waitingEvents: waiting,
    ...present({
      oldestAt: timeOf(oldestMs),
      lastFailedAt: timeOf(lastFailure?.atMs),
      lastStatus: lastFailure?.status,
      lastDetail: lastFailure?.detail,
    }),
  }
}
