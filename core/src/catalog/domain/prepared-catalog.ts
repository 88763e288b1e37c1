import type { Channel } from '../../channels/channels.js'
import { type PriceList, priceList } from '../../ledger/domain/pricing/choose-price.js'
import { isOfEnvironment } from '../../tenancy/domain/check-providers.js'
import { type CountryRules, senderRulesWith } from '../../tenancy/domain/senders/sender-rules.js'
import type { ProviderAccount } from '../../tenancy/domain/service-configuration.js'
import { type CompiledTemplate, compileTemplate } from '../../templates/domain/compiled-template.js'
import { withLanguages } from '../../templates/domain/languages-of.js'
import type { AppCatalog } from './app-catalog.js'

/** An app's catalog with derived data that every request would otherwise compute again. */
export interface PreparedCatalog {
  readonly catalog: AppCatalog
  /** Approved templates only, by templateId, each with its other languages. */
  readonly templates: ReadonlyMap<string, CompiledTemplate>
  readonly prices: PriceList
  /** The carriers' rules for senders by country, with super admins' changes. */
  readonly senderRules: CountryRules
  /** Usable providers for each channel, in the order of preference. */
  readonly providers: ReadonlyMap<Channel, readonly ProviderAccount[]>
}

const mayServe = ({ app }: Pick<AppCatalog, 'app'>, channel: Channel, account: ProviderAccount): boolean =>
  account.status === 'enabled' && account.channels.includes(channel) && isOfEnvironment(account, app)

/** The accounts that an app's messages of a channel may go to, in the order of preference. */
export const usableProviders = (
  catalog: Pick<AppCatalog, 'app' | 'configurations' | 'providerAccounts'>,
  channel: Channel,
): readonly ProviderAccount[] =>
  (catalog.configurations.get(channel)?.providerAccountIds ?? [])
    .map((id) => catalog.providerAccounts.get(id))
    .filter((account) => account !== undefined)
    .filter((account) => mayServe(catalog, channel, account))

/** The approved templates, compiled for rendering. */
export const compiledTemplates = (versions: AppCatalog['templates']): PreparedCatalog['templates'] =>
  withLanguages(
    new Map(
      [...versions]
        .filter(([, version]) => version.status === 'approved')
        .map(([templateId, version]) => [templateId, compileTemplate(version)]),
    ),
  )

/** Prepares the larger parts of a catalog; a cache may keep the results. */
export interface PartPreparation {
  readonly templates: (versions: AppCatalog['templates']) => PreparedCatalog['templates']
  readonly prices: (prices: AppCatalog['prices']) => PriceList
  readonly senderRules: (overrides: AppCatalog['senderRules']) => CountryRules
}

/** Prepares a catalog. */
export const prepareCatalog = (
  catalog: AppCatalog,
  { templates, prices, senderRules }: PartPreparation = {
    templates: compiledTemplates,
    prices: priceList,
    senderRules: senderRulesWith,
  },
): PreparedCatalog => ({
  catalog,
  templates: templates(catalog.templates),
  prices: prices(catalog.prices),
  senderRules: senderRules(catalog.senderRules),
  providers: new Map(
    [...catalog.configurations.keys()].map((channel) => [channel, usableProviders(catalog, channel)]),
  ),
})
