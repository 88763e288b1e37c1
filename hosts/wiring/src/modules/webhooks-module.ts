import { ContainerModule } from 'inversify'
import { CUSTOMER_TEXTS, providerNetworks } from '@postrider/node/system/provider-networks'
import { httpWebhookCaller } from '@postrider/webhook-http/http-webhook-caller'
import type { ProviderNetworks } from '@postrider/core/providers/ports/provider-networks'
import type { Settings } from '../settings.js'
import { provide, tokens } from '../tokens.js'

/** The receiver of the installation is as trusted as provider accounts, and may be in their networks. */
const receiverNetworks = ({ providerNetworks: listed, webhookNetworks }: Settings): ProviderNetworks =>
  providerNetworks([...listed, ...webhookNetworks])

/** The calls of customers' webhook endpoints, which have networks of their own. */
export const webhooksModule = new ContainerModule(({ bind }) => {
  provide(bind, tokens.webhooks, [tokens.settings], (settings) => {
    const { webhookNetworks, product, eventReceiver } = settings
    const networks = providerNetworks(webhookNetworks, undefined, CUSTOMER_TEXTS)
    const receiver = eventReceiver && { ...eventReceiver, networks: receiverNetworks(settings) }
    return httpWebhookCaller({ networks, product: product.name, receiver })
  })
})
