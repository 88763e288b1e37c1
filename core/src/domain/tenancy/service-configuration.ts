import { type Channel, CHANNEL_NAMES, type Sender } from '../channels/channels.js'
import type { AppId, OrganizationId, ProviderAccountId } from '../ids/id.js'
import type { EpochMs } from '../time/epoch-ms.js'

/**
 * An app's sender and providers for one channel, in the order of preference (docs/contract#service-configuration).
 */
export interface ChannelConfiguration {
  readonly organizationId: OrganizationId
  readonly appId: AppId
  readonly channel: Channel
  readonly sender: Sender
  readonly providerAccountIds: readonly ProviderAccountId[]
  /** Grows with every change. */
  readonly version: number
}

/** The kinds of provider that there is an adapter for. */
export const PROVIDER_KINDS = ['sandbox', 'smtp'] as const

export type ProviderKind = (typeof PROVIDER_KINDS)[number]

/** The channels that are the business of one kind alone; another kind carries them all. */
const CARRIES = new Map<string, readonly Channel[]>([['smtp', ['email']]])

/** The channels that an account of the kind can carry. */
export const carriedBy = (kind: string | undefined): readonly Channel[] =>
  CARRIES.get(kind ?? '') ?? CHANNEL_NAMES

/** An account at a provider. Its secrets are sealed by the key ring and opened only to call it. */
export interface ProviderAccount {
  readonly providerAccountId: ProviderAccountId
  readonly kind: ProviderKind
  readonly name: string
  readonly channels: readonly Channel[]
  readonly status: 'enabled' | 'disabled'
  /** What is no secret: host, port, TLS mode …, by the provider's own names. */
  readonly settings: Readonly<Record<string, string | number | boolean>>
  /** The sealed JSON object of secrets, by the provider's own names. */
  readonly sealedSecrets: string
  readonly maxConcurrent: number
  readonly timeoutMs: number
  readonly createdAtMs: EpochMs
  /** Grows with every change. */
  readonly version: number
}
