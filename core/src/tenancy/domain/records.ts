import type { Channel } from '../../channels/channels.js'
import type { AppId, BrandId, OrganizationId, ProjectId } from '../../kernel/ids/id.js'
import type { EpochMs } from '../../kernel/time/epoch-ms.js'
import type { AppLanguages } from './app-languages.js'
import type { KeywordReplies } from './keyword-replies.js'

export type Environment = 'test' | 'production'

/** The tenant and billing owner (docs/api/access#organizations). */
export interface Organization {
  readonly organizationId: OrganizationId
  readonly displayName: string
  readonly legalName: string
  readonly status: 'active' | 'suspended'
  readonly defaultCurrency: string
  /** The production channels that a super admin has opened. */
  readonly entitledChannels: readonly Channel[]
  /** The test channels that a super admin has closed; all others are open. */
  readonly closedTestChannels: readonly Channel[]
  /** Whether members need a second factor to work in it (docs/api/sign-in#second-factors). */
  readonly requiresSecondFactor: boolean
  readonly createdAtMs: EpochMs
  readonly version: number
}

/** The Organization's display name and its legal name. */
export const organizationNamesOf = ({ displayName, legalName }: Organization): readonly string[] => [
  displayName,
  legalName,
]

export interface Brand {
  readonly brandId: BrandId
  readonly organizationId: OrganizationId
  readonly name: string
  readonly createdAtMs: EpochMs
}

export interface Project {
  readonly projectId: ProjectId
  readonly brandId: BrandId
  readonly organizationId: OrganizationId
  readonly name: string
  readonly environment: Environment
  readonly createdAtMs: EpochMs
}

/** A Registered App (docs/api/access#apps). */
export interface App {
  readonly appId: AppId
  readonly projectId: ProjectId
  readonly brandId: BrandId
  readonly organizationId: OrganizationId
  readonly name: string
  readonly platform: 'server' | 'web' | 'ios' | 'android'
  readonly environment: Environment
  /**
   * Whether super admins have stopped it; `disabledAtMs` holds what its own people did (docs/decisions/0060).
   */
  readonly status: 'active' | 'disabled'
  /** Since when its Organization has disabled it; undefined: it hasn't. */
  readonly disabledAtMs: EpochMs | undefined
  readonly restrictions: AppRestrictions
  /**
   * The name of the app's mapped senders in legacy batches, on all channels
   * (docs/api/sending#legacy-aliases); owned by super admins.
   */
  readonly legacySenderId: string | undefined
  /** Replies to keywords that people write to its senders (docs/api/consent#replies-to-keywords). */
  readonly keywordReplies: KeywordReplies
  /** The languages of its messages; undefined: always the template's own. */
  readonly languages: AppLanguages | undefined
  readonly createdAtMs: EpochMs
  /** Increases with every change. */
  readonly version: number
}

export interface AppRestrictions {
  /** ISO 3166-1 alpha-2 codes of the countries that SMS and WhatsApp may be sent to; absent: all. */
  readonly allowedCountries?: readonly string[]
  /** CIDR ranges that sends may come from; absent: all addresses. */
  readonly allowedIps?: readonly string[]
  /** The channels that it may send on; absent: every channel that is open to it. */
  readonly allowedChannels?: readonly Channel[]
  /** Promotional messages need a recorded opt-in of their recipient; absent: they don't. */
  readonly consentRequired?: true
}
