import type { ReadyTemplate } from '../../templates/domain/ready-template.js'
import type {
  AppId,
  BrandId,
  CredentialId,
  EntryId,
  OrganizationId,
  PriceVersionId,
  ProjectId,
  ProviderAccountId,
  UserId,
} from '../../kernel/ids/id.js'
import type { Environment } from '../../tenancy/domain/records.js'
import type { EpochMs } from '../../kernel/time/epoch-ms.js'

/** How the link is delivered to its recipient. */
export type LinkDelivery =
  | { readonly by: 'mail' }
  /** No mail server is configured: the person at the console passes the link on. It is shown only once. */
  | { readonly by: 'hand'; readonly token: string; readonly link: string }

/** A right to become a super admin, until its holder enrolls. */
export interface OpenedEnrolment {
  readonly userId: UserId
  readonly email: string
  /** The link expires then, and a new one is needed. */
  readonly expiresAtMs: EpochMs
  readonly link: LinkDelivery
}

/** The records that a first set-up created, with the secrets that are shown only once. */
export interface FirstSetUp {
  readonly firstAdmin: {
    readonly userId: UserId
    readonly email: string
    readonly totpSecret: string
    /** The `otpauth://` URI that authenticator apps read. */
    readonly totpUri: string
    readonly recoveryCodes: readonly string[]
  }
  readonly secondAdmin: OpenedEnrolment
  readonly organizationId: OrganizationId
  readonly brandId: BrandId
  readonly projectId: ProjectId
  readonly appId: AppId
  readonly environment: Environment
  readonly currency: string
  /** In the order of the request. */
  readonly providerAccountIds: readonly ProviderAccountId[]
  readonly priceVersionIds: readonly PriceVersionId[]
  readonly creditEntryId: EntryId
  /**
   * Templates that can be sent now. In production, SMS templates wait for their DLT registration: they are in
   * `listTemplateReviews` until `recordTemplateRegistration`, and aren't here.
   */
  readonly templates: readonly ReadyTemplate[]
  readonly credential: {
    readonly credentialId: CredentialId
    /** The whole bearer value. */
    readonly bearer: string
    readonly expiresAtMs: EpochMs
  }
}
