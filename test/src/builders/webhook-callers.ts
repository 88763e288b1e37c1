import type { WebhookCaller } from '@postrider/core/webhooks/ports/webhook-caller'
import { httpWebhookCaller } from '@postrider/webhook-http/http-webhook-caller'
import { loopbackNetworks } from './loopback-networks.js'

/** Calls webhook endpoints on this machine, over HTTP. */
export const loopbackWebhooks: WebhookCaller = httpWebhookCaller({
  networks: loopbackNetworks,
  product: 'Postrider',
})
