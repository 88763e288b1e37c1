import type { Channel } from '../../channels/channels.js'
import type { AppId, OrganizationId, ProviderAccountId } from '../../kernel/ids/id.js'
import type { EpochMs } from '../../kernel/time/epoch-ms.js'
import type { AccountRouting } from './routing.js'
import type { AppSender } from './senders/app-sender.js'

/**
 * An app's senders for one channel, and its providers in the order of preference
 * (docs/api/access#service-configuration).
 */
export interface ChannelConfiguration {
  readonly organizationId: OrganizationId
  readonly appId: AppId
  readonly channel: Channel
  /** At least one; the first one is the first that was configured. */
  readonly senders: readonly AppSender[]
  readonly providerAccountIds: readonly ProviderAccountId[]
  /** How messages are distributed over them; undefined: in order, for all recipients. */
  readonly routing: AccountRouting | undefined
  /** Increases with every change. */
  readonly version: number
}

/** The kind of a provider: the name of the opener for its accounts. */
export type ProviderKind = string

/** The allowed names of provider kinds; databases and documents contain them unchanged. */
export const PROVIDER_KIND_FORM = /^[a-z][a-z0-9-]{0,22}[a-z0-9]$/

/**
 * The kind whose accounts send nothing: test uses only this kind, production never does
 * (docs/api/sandbox).
 */
export const SANDBOX: ProviderKind = 'sandbox'

/** An account at a provider. The key ring seals its secrets; they are opened only to call the provider. */
export interface ProviderAccount {
  readonly providerAccountId: ProviderAccountId
  readonly kind: ProviderKind
  readonly name: string
  readonly channels: readonly Channel[]
  readonly status: 'enabled' | 'disabled'
  /** The settings that aren't secret: host, port, TLS mode and so on, under the provider's own names. */
  readonly settings: Readonly<Record<string, string | number | boolean>>
  /** The sealed JSON object of secrets, under the provider's own names. */
  readonly sealedSecrets: string
  readonly maxConcurrent: number
  /**
   * How many messages (or SMS parts) per second it accepts from all processes together; undefined: unlimited.
   */
  readonly ratePerSecond: number | undefined
  readonly timeoutMs: number
  readonly createdAtMs: EpochMs
  /** Increases with every change. */
  readonly version: number
}
