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

/** How the link reaches whom it is for. */
export type LinkDelivery =
  | { readonly by: 'mail' }
  /** No mail server is set: the person who is there hands it over. It is shown this once. */
  | { readonly by: 'hand'; readonly token: string; readonly link: string }

/** A right to become a super admin, until its holder enrols. */
export interface OpenedEnrolment {
  readonly userId: UserId
  readonly email: string
  /** From then on another link is needed. */
  readonly expiresAtMs: EpochMs
  readonly link: LinkDelivery
}

/** All that a first set-up made, with the secrets that are shown this once. */
export interface FirstSetUp {
  readonly firstAdmin: {
    readonly userId: UserId
    readonly email: string
    readonly totpSecret: string
    /** The `otpauth://` address that authenticator apps read. */
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
  /** In the order of the order. */
  readonly providerAccountIds: readonly ProviderAccountId[]
  readonly priceVersionIds: readonly PriceVersionId[]
  readonly creditEntryId: EntryId
  /**
   * Templates that can be sent now. In production, SMS templates wait for their DLT registration: they are in `listTemplateReviews`
   * until `recordTemplateRegistration`, and aren't here.
   */
  readonly templates: readonly ReadyTemplate[]
  readonly credential: {
    readonly credentialId: CredentialId
    /** The whole bearer value. */
    readonly bearer: string
    readonly expiresAtMs: EpochMs
  }
}
