import type { AppId, CredentialId, OrganizationId } from '../../kernel/ids/id.js'
import type { StorageUnavailable } from '../../kernel/refusals/outage.js'
import type { AppUsage } from '../domain/app-usage.js'
import type { BillingProfile } from '../domain/billing-profile.js'
import type { ServerCredential } from '../domain/credential.js'
import type { App, Brand, Environment, Project } from '../domain/records.js'
import type { EpochMs } from '../../kernel/time/epoch-ms.js'
import type { TE } from '../../fp.js'
import type { AsOf } from '../../kernel/ports/as-of.js'

/** What belongs to Organizations, each list in the order of ids. */
export interface TenancyTree {
  readonly brands: readonly Brand[]
  readonly projects: readonly Project[]
  readonly apps: readonly App[]
}

/** A credential and when it was used last. */
export interface CredentialUsage {
  readonly credential: ServerCredential
  /** The start of the hour; undefined: never. */
  readonly lastUsedAtMs: EpochMs | undefined
}

/** Which of an Organization's apps are read, as of a moment. */
export interface AppQuery {
  readonly organizationId: OrganizationId
  /** This one alone. */
  readonly appId: AppId | undefined
  /** The app that was shown last. */
  readonly before: AppId | undefined
  readonly limit: number
  /** Whose credentials are live, this moment decides. */
  readonly nowMs: EpochMs
}

/** Tenants as their members read them. */
export interface TenancyStorage {
  /** Everything below these Organizations, in one reading. */
  tree(organizationIds: readonly OrganizationId[]): TE.TaskEither<StorageUnavailable, AsOf<TenancyTree>>
  /** The environments of the Organization's Projects, each once; none if there is no such Organization. */
  environments(
    organizationId: OrganizationId,
  ): TE.TaskEither<StorageUnavailable, AsOf<readonly Environment[]>>
  /** The Organization's apps, or one of them, newest first, from before one on. */
  apps(query: AppQuery): TE.TaskEither<StorageUnavailable, AsOf<readonly AppUsage[]>>
  /** The Organization's credentials, or one app's, newest first, from before one on. */
  credentials(
    organizationId: OrganizationId,
    appId: AppId | undefined,
    before: CredentialId | undefined,
    limit: number,
  ): TE.TaskEither<StorageUnavailable, AsOf<readonly CredentialUsage[]>>
  /** Remembers that credentials were used in the hour that begins at the moment. */
  noteUses(credentialIds: readonly CredentialId[], hourMs: EpochMs): TE.TaskEither<StorageUnavailable, void>
  /** The app's billing profile; undefined where none was saved. */
  billingProfile(appId: AppId): TE.TaskEither<StorageUnavailable, AsOf<BillingProfile | undefined>>
}
