import type { ProviderAccountId } from '@postrider/core/kernel/ids/id'
import type { Sabotage } from './sabotage.js'

/** The crash host's options at its start, as JSON in its only argument. CRASH_AT is in the environment. */
export interface HostOptions {
  readonly storageUrl: string
  readonly queueUrl: string
  readonly queuePrefix: string
  readonly dataDir: string
  readonly masterKey: string
  readonly httpPort: number
  readonly webhookPort: number
  readonly providerAccountId: ProviderAccountId
  /** How far its clock is ahead: the simulated downtime. */
  readonly aheadMs: number
  readonly lastWordsFile: string
  /** Unacknowledged deliveries of each lane, by default those of the dispatcher. */
  readonly prefetch: number | undefined
  readonly sabotage: Sabotage | undefined
  /** The server of the service's own email. Without it, emails wait. */
  readonly mailUrl: string | undefined
}

/** The orders to a running crash host. */
export type HostOrder =
  /** Advances the clock by this time at once. */
  | { readonly _tag: 'Advance'; readonly byMs: number }
  /** Kills itself at this point and passage, for example `C7:3`. */
  | { readonly _tag: 'DieAt'; readonly crashAt: string }
  /** Drains and exits with 0, as on SIGTERM. */
  | { readonly _tag: 'Stop' }
