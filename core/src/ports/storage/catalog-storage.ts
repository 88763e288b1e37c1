import type { AppCatalog } from '../../domain/catalog/app-catalog.js'
import type { CatalogChanges } from '../../domain/catalog/catalog-changes.js'
import type { BlockedDestination } from '../../domain/catalog/blocked-destination.js'
import type { AppId } from '../../domain/ids/id.js'
import type { PriceVersion } from '../../domain/pricing/price-version.js'
import type { CommitUnknown, StorageUnavailable } from '../../domain/refusals/outage.js'
import type { ServerCredential } from '../../domain/tenancy/credential.js'
import type { App, Brand, Organization, Project } from '../../domain/tenancy/records.js'
import type { ChannelConfiguration, ProviderAccount } from '../../domain/tenancy/service-configuration.js'
import type { TemplateVersion } from '../../domain/templates/template.js'
import type { TE } from '../../fp.js'
import type { AsOf } from './projection-storage.js'

/** Records to be written together. */
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
}

/** The present epoch, and the last changes after an earlier one. */
export interface RecentChanges {
  readonly epoch: number
  /** `everyone` is 0 if nothing that concerns all changed since. */
  readonly changes: CatalogChanges
  /** The last change of what people and Agents may do; 0 if there was none since. An adapter may count other changes too. */
  readonly rights: number
}

/**
 * Tenants and what they may use. Each write advances the epoch and notes whose sending it concerns. Every accepting
 * transaction asserts that nothing changed for its Organizations, so no cache is used after a change (docs/decisions/0085).
 */
export interface CatalogStorage {
  /** The present epoch. */
  epoch(): TE.TaskEither<StorageUnavailable, number>
  /** The changes after an epoch that was read before; none if no epoch is given. Its cost depends on the number of changes only. */
  changes(sinceEpoch: number | undefined): TE.TaskEither<StorageUnavailable, RecentChanges>
  /** The credential with this selector, and the epoch at which it read so. */
  credential(selector: string): TE.TaskEither<StorageUnavailable, AsOf<ServerCredential | undefined>>
  /**
   * One app's catalog; undefined if no such app exists. Its epoch is at most that of everything in it. Facts that all apps share,
   * for example provider accounts, are read again only if they have changed.
   */
  app(appId: AppId): TE.TaskEither<StorageUnavailable, AppCatalog | undefined>
  /** Provider accounts, all of them. */
  providerAccounts(): TE.TaskEither<StorageUnavailable, readonly ProviderAccount[]>
  /**
   * Writes records in one transaction, advances the epoch, and notes whom the records concern. A record whose identifier exists is replaced;
   * template versions and prices never are: writing one again with other content is a bug and throws.
   */
  save(records: CatalogRecords): TE.TaskEither<StorageUnavailable | CommitUnknown, void>
}
