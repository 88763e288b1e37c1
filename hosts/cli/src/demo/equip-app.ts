import type { PriceVersion } from '@postrider/core/domain/pricing/price-version'
import type { Outage } from '@postrider/core/domain/refusals/outage'
import { type Refusal, refusal } from '@postrider/core/domain/refusals/refusal'
import type { App } from '@postrider/core/domain/tenancy/records'
import type {
  ChannelConfiguration,
  ProviderAccount,
} from '@postrider/core/domain/tenancy/service-configuration'
import type { TemplateVersion } from '@postrider/core/domain/templates/template'
import type { AppId } from '@postrider/core/domain/ids/id'
import { E, pipe, TE } from '@postrider/core/fp'
import type { Ports } from '@postrider/core/ports/ports'
import type { CatalogRecords } from '@postrider/core/ports/storage/catalog-storage'
import { creditAccount } from './credit-account.js'
import { carryOut, type OrderNeeds } from '@postrider/core/use-cases/operators/carry-out'
import type { Order } from '@postrider/core/use-cases/operators/order'

/** What operators give an app, so that it can send. */
export interface Equipment {
  readonly currency: string
  /** The name under which legacy batches call its senders; undefined for none. */
  readonly legacySenderId?: string | undefined
  /** Prepaid from the start, minor units; 0 for none. */
  readonly creditMinor: number
  readonly configurations: ReadonlyArray<Omit<ChannelConfiguration, 'organizationId' | 'appId' | 'version'>>
  /** Templates without identifiers; they are approved at once. */
  readonly templates: ReadonlyArray<
    Omit<TemplateVersion, 'templateId' | 'templateVersionId' | 'organizationId' | 'status'>
  >
  /** The Organization's own prices. */
  readonly prices: ReadonlyArray<Omit<PriceVersion, 'priceVersionId' | 'organizationId' | 'currency'>>
  /** Provider accounts that are not there yet. */
  readonly providerAccounts: readonly ProviderAccount[]
}

type Records = Required<
  Pick<CatalogRecords, 'configurations' | 'templates' | 'prices' | 'providerAccounts' | 'apps'>
>

/** The records that the equipment of an app comes to. */
export const equipmentOf = (
  { ids }: Pick<Ports, 'ids'>,
  app: App,
  { legacySenderId, currency, ...equipment }: Equipment,
): Records => {
  const { organizationId, appId } = app
  return {
    apps: [{ ...app, legacySenderId }],
    providerAccounts: equipment.providerAccounts,
    configurations: equipment.configurations.map((one) => ({ ...one, organizationId, appId, version: 1 })),
    templates: equipment.templates.map((template) => ({
      ...template,
      templateId: ids.next('tpl'),
      templateVersionId: ids.next('tpv'),
      organizationId,
      status: 'approved',
    })),
    prices: equipment.prices.map((price) => ({
      ...price,
      priceVersionId: ids.next('prv'),
      organizationId,
      currency,
    })),
  }
}

/** An order to equip an app. */
export interface EquipOrder extends Order {
  readonly appId: AppId
  readonly equipment: Equipment
}

type Needs = OrderNeeds & Pick<Ports, 'digests'>

/** In production a channel is open once an operator has opened it (decisions 8). */
const openChannels =
  (needs: Needs) =>
  ({ actor, reason, appId, equipment }: EquipOrder): TE.TaskEither<Refusal | Outage, App> =>
    carryOut(needs)(
      { actor, reason },
      {
        action: 'app.equip',
        work: async (unit) => {
          const app = await unit.apps.lock(appId)
          const organization =
            app === undefined ? undefined : await unit.organizations.lock(app.organizationId)
          if (app === undefined || organization === undefined) return E.left(refusal('NotFound'))
          const channels = equipment.configurations.map(({ channel }) => channel)
          const entitledChannels = [...new Set([...organization.entitledChannels, ...channels])]
          unit.organizations.replace({ ...organization, entitledChannels, version: organization.version + 1 })
          const { organizationId } = organization
          const { currency, creditMinor } = equipment
          const details = { channels: channels.join(','), currency, creditMinor }
          return E.right({ about: { target: appId, organizationId, details }, result: app })
        },
      },
    )

/**
 * Gives an app all it needs to send, in an operator's name: senders, providers, approved templates, prices and money.
 * For the first steps of a self-hosted service, before operators can do each by itself. Right: the templates in the
 * order given. NotFound for an unknown app.
 */
export const equipApp =
  (needs: Needs) =>
  (order: EquipOrder): TE.TaskEither<Refusal | Outage, readonly TemplateVersion[]> =>
    pipe(
      openChannels(needs)(order),
      TE.flatMap((app): TE.TaskEither<Refusal | Outage, readonly TemplateVersion[]> => {
        const records = equipmentOf(needs, app, order.equipment)
        const { currency, creditMinor } = order.equipment
        const key = { organizationId: app.organizationId, currency }
        const saved: TE.TaskEither<Outage, void> = needs.storage.catalog.save(records)
        return pipe(
          saved,
          TE.flatMap(() => (creditMinor > 0 ? creditAccount(needs)(key, creditMinor) : TE.right(undefined))),
          TE.map(() => records.templates),
        )
      }),
    )
