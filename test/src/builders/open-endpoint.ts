import type { Ports } from '@postrider/core/assembly/ports'
import type { AppId, EndpointId, OrganizationId } from '@postrider/core/kernel/ids/id'
import type { WebhookEndpoint } from '@postrider/core/webhooks/domain/webhook-endpoint'
import { secretContext } from '@postrider/core/webhooks/use-cases/deliver-turn'
import { aWebhookEndpoint } from '@postrider/conformance/builders/a-webhook-endpoint'
import { exclusively } from '@postrider/conformance/storage/unit-work'

type Needs = Pick<Ports, 'storage' | 'ids' | 'keyRing' | 'webhooks'>

/** The app that an endpoint belongs to. */
interface Owner {
  readonly organizationId: OrganizationId
  readonly appId: AppId
}

type Choice = Pick<WebhookEndpoint, 'url'> &
  Partial<Pick<WebhookEndpoint, 'ordering' | 'types' | 'deliveredTo'>> & {
    /** Default: a new one. */
    readonly secret?: string
  }

/** Stores an endpoint that by default gets the events of its app from now on, without the operation of a person. */
export const openEndpoint = async (
  { storage, ids, keyRing, webhooks }: Needs,
  { organizationId, appId }: Owner,
  { secret = webhooks.newSecret(), ...choice }: Choice,
): Promise<EndpointId> => {
  const endpointId = ids.next('whe')
  const sealedSecret = keyRing.seal(secret, secretContext(endpointId), undefined)
  await exclusively({ storage }, async (unit) =>
    unit.webhookEndpoints.add(
      aWebhookEndpoint({
        deliveredTo: await unit.webhookEndpoints.latestOf(appId),
        ...choice,
        endpointId,
        organizationId,
        appId,
        sealedSecret,
      }),
    ),
  )
  return endpointId
}
