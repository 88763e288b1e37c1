import { greatestOf } from '../../kernel/numbers/extremes.js'
import { type Channel, CHANNEL_NAMES } from '../../channels/channels.js'
import type { OrganizationId } from '../../kernel/ids/id.js'
import { type PriceList, priceList } from '../../ledger/domain/pricing/choose-price.js'
import type { StorageUnavailable } from '../../kernel/refusals/outage.js'
import type { App } from '../../tenancy/domain/records.js'
import type { TemplateVersion } from '../../templates/domain/template.js'
import { E } from '../../fp.js'
import type { PriceStorage } from '../../ledger/ports/price-storage.js'
import type { TemplateStorage } from '../../templates/ports/template-storage.js'
import type { OrganizationFile, AdministrationStorage } from '../../platform/ports/administration-storage.js'
import type { AsOf } from '../../kernel/ports/as-of.js'

/** The data for checklists: an Organization, its templates and its prices. */
export interface SetupStatus {
  readonly file: OrganizationFile
  /** Newest first, up to a limit. */
  readonly templates: readonly TemplateVersion[]
  /** The prices in effect now, in the Organization's currency. */
  readonly prices: PriceList
}

/** More of each than a checklist has to examine. */
const MOST = 500

const inForce = (
  { storage }: { readonly storage: { readonly prices: PriceStorage } },
  of: OrganizationId | 'list',
  currency: string,
  atMs: number,
) => storage.prices.versions({ of, channel: undefined, currency, atMs, before: undefined, limit: MOST })()

interface Needs {
  readonly storage: {
    readonly administration: AdministrationStorage
    readonly prices: PriceStorage
    readonly templates: TemplateStorage
  }
}

/** Reads an Organization's setup status; the value is undefined if the Organization doesn't exist. */
export const readSetupStatus = async (
  needs: Needs,
  organizationId: OrganizationId,
  currency: string,
  nowMs: number,
): Promise<E.Either<StorageUnavailable, AsOf<SetupStatus | undefined>>> => {
  const { storage } = needs
  const [file, templates, own, list] = await Promise.all([
    storage.administration.organization(organizationId)(),
    storage.templates.approved(organizationId, undefined, MOST)(),
    inForce(needs, organizationId, currency, nowMs),
    inForce(needs, 'list', currency, nowMs),
  ])
  if (E.isLeft(file)) return file
  if (E.isLeft(templates)) return templates
  if (E.isLeft(own)) return own
  if (E.isLeft(list)) return list
  const epoch = greatestOf([file, templates, own, list].map(({ right }) => right.epoch))
  const found = file.right.value
  if (found === undefined) return E.right({ epoch, value: undefined })
  const prices = priceList([...own.right.value, ...list.right.value])
  return E.right({ epoch, value: { file: found, templates: templates.right.value, prices } })
}

/** The channels with a sender and an account for the app. */
export const configuredChannels = (
  { configurations }: Pick<OrganizationFile, 'configurations'>,
  app: App | undefined,
): readonly Channel[] =>
  CHANNEL_NAMES.filter((channel) =>
    configurations.some(
      (one) => one.appId === app?.appId && one.channel === channel && one.providerAccountIds.length > 0,
    ),
  )

/** The first active server app in the list. */
export const firstServerApp = (apps: readonly App[]): App | undefined =>
  apps.find(({ platform, status }) => platform === 'server' && status === 'active')
