import { ContainerModule } from 'inversify'
import { providerNetworks } from '@postrider/node/system/provider-networks'
import { httpWebhookCaller } from '@postrider/webhook-http/http-webhook-caller'
import { provide, tokens } from '../tokens.js'

/** The calls of customers' webhook endpoints, which have networks of their own. */
export const webhooksModule = new ContainerModule(({ bind }) => {
  provide(bind, tokens.webhooks, [tokens.settings], ({ webhookNetworks, product }) => {
    const networks = providerNetworks(webhookNetworks, undefined, 'POSTRIDER_WEBHOOK_NETWORKS')
    return httpWebhookCaller({ networks, product: product.name })
  })
})
