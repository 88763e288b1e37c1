import { Counter, Gauge, Histogram, type Registry } from 'prom-client'

const ATTEMPT_SECONDS = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15]

/** The events of apps and their delivery to webhook endpoints. */
export const webhooks = (registers: Registry[]) => ({
  eventsNumbered: new Counter({
    name: 'postrider_events_numbered_total',
    help: 'Events of apps that got their number.',
    registers,
  }),
  webhookAttempts: new Counter({
    name: 'postrider_webhook_attempts_total',
    help: 'Attempts to deliver an event to a webhook endpoint: delivered, or failed.',
    labelNames: ['outcome'] as const,
    registers,
  }),
  webhookSeconds: new Histogram({
    name: 'postrider_webhook_attempt_duration_seconds',
    help: 'Duration of an attempt to deliver an event to a webhook endpoint.',
    buckets: ATTEMPT_SECONDS,
    registers,
  }),
  webhookEndpoints: new Gauge({
    name: 'postrider_webhook_endpoints',
    help: 'Webhook endpoints by state: active, failing (the last attempt failed), disabled. Counted among the 2,000 newest.',
    labelNames: ['state'] as const,
    aggregator: 'max',
    registers,
  }),
  webhookBacklog: new Gauge({
    name: 'postrider_webhook_backlog',
    help: 'Events that webhook endpoints have not got yet, by state of the endpoint.',
    labelNames: ['state'] as const,
    aggregator: 'max',
    registers,
  }),
  webhookOldest: new Gauge({
    name: 'postrider_webhook_oldest_age_seconds',
    help: 'Age of the oldest event that a webhook endpoint has not got yet, by state of the endpoint: active, failing. 0: no events.',
    labelNames: ['state'] as const,
    aggregator: 'max',
    registers,
  }),
  receiverAttempts: new Counter({
    name: 'postrider_event_receiver_attempts_total',
    help: 'Attempts to deliver an event to the event receiver of the installation: delivered, or failed.',
    labelNames: ['outcome'] as const,
    registers,
  }),
  receiverBacklog: new Gauge({
    name: 'postrider_event_receiver_backlog',
    help: 'Events that the event receiver of the installation has not got yet. Counted among the 2,000 newest apps.',
    aggregator: 'max',
    registers,
  }),
  receiverOldest: new Gauge({
    name: 'postrider_event_receiver_oldest_age_seconds',
    help: 'Age of the oldest event that the event receiver of the installation has not got yet. 0: no events.',
    aggregator: 'max',
    registers,
  }),
})
