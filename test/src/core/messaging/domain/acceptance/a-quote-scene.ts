import { quote } from '@postrider/core/messaging/domain/acceptance/quote'
import { addressed, type AddressedRequest } from '@postrider/core/messaging/domain/messages/send-request'
import type { AppCatalog } from '@postrider/core/catalog/domain/app-catalog'
import { E } from '@postrider/core/fp'
import { aTenant, type Tenant } from '@postrider/conformance/builders/a-tenant'
import { NOW_MS } from '@postrider/conformance/builders/fresh'
import { appCatalogOf, preparedOf } from '../../../fakes/app-catalog-of.js'

/** A request, and the catalog that it is checked against. */
export interface QuoteScene {
  readonly catalog: AppCatalog
  readonly request: AddressedRequest
}

/** An SMS with the tenant's template. */
export const sceneOf = (tenant: Tenant): QuoteScene => ({
  catalog: appCatalogOf(tenant),
  request: addressed(
    {
      projectId: tenant.project.projectId,
      appId: tenant.app.appId,
      channel: 'sms',
      to: '+919876543210',
      templateId: tenant.template.templateId,
      variables: {
        name: 'Asha',
        code: '0042',
      },
    },
    {
      to: '+919876543210',
      country: 'IN',
    },
  ),
})

/** A tenant that sends through a real provider. */
export const production = (): Tenant =>
  aTenant({
    app: { environment: 'production' },
    providerAccount: { kind: 'smtp', channels: ['sms', 'whatsapp', 'email'] },
  })

/** `quoted`, or the tag of the refusal. */
export const quoted = ({ catalog, request }: QuoteScene): string => {
  const answer = quote(preparedOf(aTenant(), catalog), request, NOW_MS)
  return E.isLeft(answer) ? answer.left._tag : 'quoted'
}

/** The scene with another catalog. */
export const change = (scene: QuoteScene, catalog: Partial<AppCatalog>): QuoteScene => ({
  ...scene,
  catalog: { ...scene.catalog, ...catalog },
})
