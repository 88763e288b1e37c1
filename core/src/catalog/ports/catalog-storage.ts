import type { AppCatalog } from '../domain/app-catalog.js'
import type { BlockedDestination } from '../domain/blocked-destination.js'
import type { AppId } from '../../kernel/ids/id.js'
import type { PriceVersion } from '../../ledger/domain/pricing/price-version.js'
import type { CommitUnknown, StorageUnavailable } from '../../kernel/refusals/outage.js'
import type { ServerCredential } from '../../tenancy/domain/credential.js'
import type { App, Brand, Organization, Project } from '../../tenancy/domain/records.js'
import type { ChannelConfiguration, ProviderAccount } from '../../tenancy/domain/service-configuration.js'
import type { NumberPrefix } from '../../channels/number-prefix.js'
import type { SenderRuleOverride } from '../../tenancy/domain/senders/sender-rules.js'
import type { TemplateVersion } from '../../templates/domain/template.js'
import type { TE } from '../../fp.js'
import type { AsOf } from '../../kernel/ports/as-of.js'
import type { EpochStorage } from '../../kernel/ports/epoch-storage.js'
import type { ProviderAccountStorage } from '../../providers/ports/provider-account-storage.js'
import type { CatalogChangeStorage } from '../../tenancy/ports/catalog-change-storage.js'
import type { CredentialStorage } from '../../tenancy/ports/credential-storage.js'

/** Records to write together. */
export interface CatalogRecords {
  readonly organizations?: readonly Organization[]
  readonly brands?: readonly Brand[]
  readonly projects?: readonly Project[]
  readonly apps?: readonly App[]
  readonly credentials?: readonly ServerCredential[]
  readonly configurations?: readonly ChannelConfiguration[]
  readonly providerAccounts?: readonly ProviderAccount[]
  readonly templates?: readonly TemplateVersion[]
  readonly prices?: readonly PriceVersion[]
  readonly blockedDestinations?: readonly BlockedDestination[]
  readonly senderRules?: readonly SenderRuleOverride[]
  readonly numberPrefixes?: readonly NumberPrefix[]
}

/**
 * Tenants and the records that their sending depends on. Each write advances the epoch and records the
 * Organizations whose sending it affects. Every accepting transaction asserts that nothing changed for its
 * Organizations, so no outdated cache is used (docs/decisions/0078).
 */
export interface CatalogStorage
  extends EpochStorage, CatalogChangeStorage, CredentialStorage, ProviderAccountStorage {
  /**
   * One app's catalog; undefined if the app doesn't exist. Its epoch is at most that of everything in it.
   * Facts that all apps share, for example provider accounts, are read again only if they have changed.
   * Unchanged templates and prices may be the same objects as before; don't modify them.
   */
  app(appId: AppId): TE.TaskEither<StorageUnavailable, AppCatalog | undefined>
  /** The rules for senders that super admins have set, ordered by country and kind. */
  senderRules(): TE.TaskEither<StorageUnavailable, AsOf<readonly SenderRuleOverride[]>>
  /** The number prefixes that super admins have allowed, ordered by prefix. */
  numberPrefixes(): TE.TaskEither<StorageUnavailable, AsOf<readonly NumberPrefix[]>>
  /**
   * Writes records in one transaction, advances the epoch, and records whom the change affects. An existing
   * record is replaced. Template versions and prices are never replaced: writing one again with other content
   * is a bug and throws.
   */
  save(records: CatalogRecords): TE.TaskEither<StorageUnavailable | CommitUnknown, void>
}
