import type { AppCatalog } from '../domain/app-catalog.js'
import type { RecentChanges } from '../../tenancy/domain/catalog-changes.js'
import type { BlockedDestination } from '../domain/blocked-destination.js'
import type { AppId } from '../../kernel/ids/id.js'
import type { PriceVersion } from '../../ledger/domain/pricing/price-version.js'
import type { CommitUnknown, StorageUnavailable } from '../../kernel/refusals/outage.js'
import type { ServerCredential } from '../../tenancy/domain/credential.js'
import type { App, Brand, Organization, Project } from '../../tenancy/domain/records.js'
import type { ChannelConfiguration, ProviderAccount } from '../../tenancy/domain/service-configuration.js'
import type { TemplateVersion } from '../../templates/domain/template.js'
import type { TE } from '../../fp.js'
import type { AsOf } from '../../kernel/ports/as-of.js'

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
   * for example provider accounts, are read again only if they have changed. Templates and prices that stayed the same may be the same
   * objects as before: nobody changes them.
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
