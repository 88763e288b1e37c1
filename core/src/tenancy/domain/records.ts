import type { Channel } from '../../channels/channels.js'
import type { AppId, BrandId, OrganizationId, ProjectId } from '../../kernel/ids/id.js'
import type { EpochMs } from '../../kernel/time/epoch-ms.js'

export type Environment = 'test' | 'production'

/** The tenant and billing owner (docs/contract#organizations). */
export interface Organization {
  readonly organizationId: OrganizationId
  readonly displayName: string
  readonly legalName: string
  readonly status: 'active' | 'suspended'
  readonly defaultCurrency: string
  /** The channels of production: an operator has opened them. */
  readonly entitledChannels: readonly Channel[]
  /** The channels of the test environment that an operator has closed: every other one is open. */
  readonly closedTestChannels: readonly Channel[]
  /** Whether its members need a second factor to work in it (docs/contract#second-factors). */
  readonly requiresSecondFactor: boolean
  readonly createdAtMs: EpochMs
  readonly version: number
}

/** What people call the Organization, and what contracts call it. */
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

/** A Registered App (docs/contract#apps). */
export interface App {
  readonly appId: AppId
  readonly projectId: ProjectId
  readonly brandId: BrandId
  readonly organizationId: OrganizationId
  readonly name: string
  readonly platform: 'server' | 'web' | 'ios' | 'android'
  readonly environment: Environment
  /** Whether operators have stopped it; what its own people have done says `disabledAtMs` (docs/decisions/0062). */
  readonly status: 'active' | 'disabled'
  /** Since when its Organization has it disabled; undefined while it has not. */
  readonly disabledAtMs: EpochMs | undefined
  readonly restrictions: AppRestrictions
  /**
   * The name under which legacy batches call the app's mapped senders, on all channels
   * (docs/contract#legacy-aliases); owned by operators.
   */
  readonly legacySenderId: string | undefined
  readonly createdAtMs: EpochMs
  /** Grows with every change, whoever makes it. */
  readonly version: number
}

export interface AppRestrictions {
  /** ISO 3166-1 alpha-2 codes that SMS and WhatsApp may go to; absent: every country. */
  readonly allowedCountries?: readonly string[]
  /** CIDR ranges that sends may come from; absent: every address. */
  readonly allowedIps?: readonly string[]
  /** The channels that it may send by; absent: every channel that is open to it. */
  readonly allowedChannels?: readonly Channel[]
}
