import type { ImplementationsOf } from '../../runner/use-cases/implementation.js'
import {
  deleteWebhookEndpoint,
  deleteWebhookEndpointEntry,
  disableWebhookEndpoint,
  disableWebhookEndpointEntry,
  enableWebhookEndpoint,
  enableWebhookEndpointEntry,
  rotateWebhookSecret,
  rotateWebhookSecretEntry,
  updateWebhookEndpoint,
  updateWebhookEndpointEntry,
} from './change-webhook-endpoint.js'
import { createWebhookEndpoint, createWebhookEndpointEntry } from './create-webhook-endpoint.js'
import { findWebhookEndpoints, findWebhookEndpointsEntry } from './find-webhook-endpoints.js'
import { getWebhookDelivery, getWebhookDeliveryEntry } from './get-webhook-delivery.js'
import { listWebhookDeliveries, listWebhookDeliveriesEntry } from './list-webhook-deliveries.js'
import { listWebhookEndpoints, listWebhookEndpointsEntry } from './list-webhook-endpoints.js'
import { replayWebhookEvents, replayWebhookEventsEntry } from './replay-webhook-events.js'
import { sendTestEvent, sendTestEventEntry } from './send-test-event.js'

/** The operations on webhook endpoints (docs/api/webhooks). */
export const webhookOperations = {
  createWebhookEndpoint: createWebhookEndpointEntry,
  listWebhookEndpoints: listWebhookEndpointsEntry,
  updateWebhookEndpoint: updateWebhookEndpointEntry,
  rotateWebhookSecret: rotateWebhookSecretEntry,
  disableWebhookEndpoint: disableWebhookEndpointEntry,
  enableWebhookEndpoint: enableWebhookEndpointEntry,
  deleteWebhookEndpoint: deleteWebhookEndpointEntry,
  sendTestEvent: sendTestEventEntry,
  listWebhookDeliveries: listWebhookDeliveriesEntry,
  getWebhookDelivery: getWebhookDeliveryEntry,
  replayWebhookEvents: replayWebhookEventsEntry,
  findWebhookEndpoints: findWebhookEndpointsEntry,
} as const

/** The implementations of these operations. */
export const webhookImplementations = {
  createWebhookEndpoint,
  listWebhookEndpoints,
  updateWebhookEndpoint,
  rotateWebhookSecret,
  disableWebhookEndpoint,
  enableWebhookEndpoint,
  deleteWebhookEndpoint,
  sendTestEvent,
  listWebhookDeliveries,
  getWebhookDelivery,
  replayWebhookEvents,
  findWebhookEndpoints,
} satisfies ImplementationsOf<typeof webhookOperations>
