import { NO_ATTEMPTS, type WebhookEndpoint } from '@postrider/core/webhooks/domain/webhook-endpoint'
import { fresh, NOW_MS } from './fresh.js'

/** An enabled endpoint of an app of its own, with changes. */
export const aWebhookEndpoint = (changes: Partial<WebhookEndpoint> = {}): WebhookEndpoint => ({
  ...NO_ATTEMPTS,
  endpointId: fresh.id('whe'),
  organizationId: fresh.id('org'),
  appId: fresh.id('app'),
  environment: 'test',
  url: 'https://example.com/hooks',
  description: '',
  types: undefined,
  ordering: 'message',
  includesRecipient: false,
  sealedSecret: 'v1.plain.secret',
  publicKey: undefined,
  previousSecret: undefined,
  disabledBecause: undefined,
  disabledAtMs: undefined,
  notice: undefined,
  deliveredTo: 0,
  createdAtMs: NOW_MS,
  version: 1,
  ...changes,
})
