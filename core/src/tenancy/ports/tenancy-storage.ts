import type { AppId, CredentialId, OrganizationId } from '../../kernel/ids/id.js'
import type { StorageUnavailable } from '../../kernel/refusals/outage.js'
import type { AppUsage } from '../domain/app-usage.js'
import type { BillingProfile } from '../domain/billing-profile.js'
import type { ExpiryWindow, ServerCredential } from '../domain/credential.js'
import type { App, Brand, Environment, Project } from '../domain/records.js'
import type { EpochMs } from '../../kernel/time/epoch-ms.js'
import type { TE } from '../../fp.js'
import type { AsOf } from '../../kernel/ports/as-of.js'

/** The records of Organizations, each list ordered by id. */
export interface TenancyTree {
  readonly brands: readonly Brand[]
  readonly projects: readonly Project[]
  readonly apps: readonly App[]
}

/** A credential and when it was last used. */
export interface CredentialUsage {
  readonly credential: ServerCredential
  /** The start of the hour; undefined: never. */
  readonly lastUsedAtMs: EpochMs | undefined
}

/** The filter of an Organization's apps, as of a moment. */
export interface AppQuery {
  readonly organizationId: OrganizationId
  /** Only this app. */
  readonly appId: AppId | undefined
  /** The last app of the previous page. */
  readonly before: AppId | undefined
  readonly limit: number
  /** The moment at which credentials are checked for validity. */
  readonly nowMs: EpochMs
}

/** Tenant data for members. */
export interface TenancyStorage {
  /** All records of these Organizations, in one read. */
  tree(organizationIds: readonly OrganizationId[]): TE.TaskEither<StorageUnavailable, AsOf<TenancyTree>>
  /** The distinct environments of the Organization's Projects; empty if the Organization doesn't exist. */
  environments(
    organizationId: OrganizationId,
  ): TE.TaskEither<StorageUnavailable, AsOf<readonly Environment[]>>
  /** The Organization's apps, or one of them, newest first, before the given one. */
  apps(query: AppQuery): TE.TaskEither<StorageUnavailable, AsOf<readonly AppUsage[]>>
  /** The Organization's credentials, or one app's, newest first, before the given one. */
  credentials(
    organizationId: OrganizationId,
    appId: AppId | undefined,
    before: CredentialId | undefined,
    limit: number,
  ): TE.TaskEither<StorageUnavailable, AsOf<readonly CredentialUsage[]>>
  /** Records that credentials were used in the hour that starts at this moment. */
  noteUses(credentialIds: readonly CredentialId[], hourMs: EpochMs): TE.TaskEither<StorageUnavailable, void>
  /**
   * At most `limit` credentials that aren't revoked and expire in the window, and whose end wasn't noted; those
   * that expire first come first.
   */
  expiring(window: ExpiryWindow, limit: number): TE.TaskEither<StorageUnavailable, readonly CredentialId[]>
  /** The app's billing profile; undefined if none was saved. */
  billingProfile(appId: AppId): TE.TaskEither<StorageUnavailable, AsOf<BillingProfile | undefined>>
}
