import type { AppCatalog } from '../../domain/catalog/app-catalog.js'
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

/**
 * Tenants and what they may use. One epoch number covers all of it: each write advances it, and every
 * accepting transaction reads it, so that no cache is used past a change (docs/decisions/0018).
 */
export interface CatalogStorage {
  /** The present epoch. */
  epoch(): TE.TaskEither<StorageUnavailable, number>
  /** The credential with this selector, and the epoch at which it read so. */
  credential(selector: string): TE.TaskEither<StorageUnavailable, AsOf<ServerCredential | undefined>>
  /** One app's catalog in one consistent reading; undefined where no such app exists. */
  app(appId: AppId): TE.TaskEither<StorageUnavailable, AppCatalog | undefined>
  /** Provider accounts, all of them. */
  providerAccounts(): TE.TaskEither<StorageUnavailable, readonly ProviderAccount[]>
  /**
   * Writes records in one transaction and advances the epoch. A record whose identifier exists is replaced;
   * template versions and prices never are: writing one again with other content is a bug and throws.
   */
  save(records: CatalogRecords): TE.TaskEither<StorageUnavailable | CommitUnknown, void>
}
