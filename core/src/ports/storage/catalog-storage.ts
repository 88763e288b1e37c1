import type { AppCatalog } from '../../domain/catalog/app-catalog.js'
import type { AuditEvent } from '../../domain/audit/audit-event.js'
import type { BlockedDestination } from '../../domain/catalog/blocked-destination.js'
import type { AppId, OrganizationId, ProviderAccountId } from '../../domain/ids/id.js'
import type { PriceVersion } from '../../domain/pricing/price-version.js'
import type { CommitUnknown, StorageUnavailable } from '../../domain/refusals/outage.js'
import type { ServerCredential } from '../../domain/tenancy/credential.js'
import type { App, Brand, Organization, Project } from '../../domain/tenancy/records.js'
import type { ChannelConfiguration, ProviderAccount } from '../../domain/tenancy/service-configuration.js'
import type { TemplateVersion } from '../../domain/templates/template.js'
import type { TE } from '../../fp.js'

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

/** Records that a change looks at; names nothing that it does not change. */
export interface CatalogSelection {
  readonly organizationIds?: readonly OrganizationId[]
  readonly appIds?: readonly AppId[]
  readonly providerAccountIds?: readonly ProviderAccountId[]
  readonly destinationPrefixes?: readonly string[]
}

/** The selected records that exist, by their ids or prefixes. */
export interface CatalogFound {
  readonly organizations: ReadonlyMap<OrganizationId, Organization>
  readonly apps: ReadonlyMap<AppId, App>
  readonly providerAccounts: ReadonlyMap<ProviderAccountId, ProviderAccount>
  readonly blockedDestinations: ReadonlyMap<string, BlockedDestination>
}

/** What a change writes, and what the core wants to be told when that is committed. */
export interface CatalogChange<A> {
  readonly records: CatalogRecords
  /** Prefixes that are blocked no more. */
  readonly unblockedDestinations: readonly string[]
  readonly audit: readonly AuditEvent[]
  readonly result: A
}

/**
 * Tenants and what they may use. One epoch number covers all of it: each write advances it, and every
 * accepting transaction reads it, so that caches are never believed past a change (architecture).
 */
export interface CatalogStorage {
  /** The present epoch. */
  epoch(): TE.TaskEither<StorageUnavailable, number>
  /** The credential with this selector, and the epoch at which it read so. */
  credential(
    selector: string,
  ): TE.TaskEither<
    StorageUnavailable,
    { readonly epoch: number; readonly credential: ServerCredential | undefined }
  >
  /** One app's catalog in one consistent reading; undefined where no such app exists. */
  app(appId: AppId): TE.TaskEither<StorageUnavailable, AppCatalog | undefined>
  /** Provider accounts, all of them. */
  providerAccounts(): TE.TaskEither<StorageUnavailable, readonly ProviderAccount[]>
  /**
   * Writes records in one transaction and advances the epoch. A record whose identifier exists is replaced;
   * template versions and prices never are: writing one again with other content is a bug and throws.
   */
  save(records: CatalogRecords): TE.TaskEither<StorageUnavailable | CommitUnknown, void>
  /**
   * Changes records that are there, one change after the other: reads the selection under the epoch's lock, lets
   * `decide` judge, writes records and audit events together and advances the epoch. A change that writes nothing
   * commits nothing.
   */
  change<A>(
    selection: CatalogSelection,
    decide: (found: CatalogFound) => CatalogChange<A>,
  ): TE.TaskEither<StorageUnavailable | CommitUnknown, A>
}
