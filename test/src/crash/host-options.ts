import type { ProviderAccountId } from '@postrider/core/kernel/ids/id'
import type { Sabotage } from './sabotage.js'

/** What the crash host is told at its start, as JSON in its only argument; CRASH_AT comes by the environment. */
export interface HostOptions {
  readonly storageUrl: string
  readonly queueUrl: string
  readonly queuePrefix: string
  readonly dataDir: string
  readonly masterKey: string
  readonly httpPort: number
  readonly webhookPort: number
  readonly providerAccountId: ProviderAccountId
  /** How far its clock is ahead: the time it was down for, without anybody having waited. */
  readonly aheadMs: number
  readonly lastWordsFile: string
  /** Unanswered deliveries of each lane; the dispatcher's own default where it is not given. */
  readonly prefetch: number | undefined
  readonly sabotage: Sabotage | undefined
  /** Where the service's own mail goes; undefined: it waits. */
  readonly mailUrl: string | undefined
}

/** What a running crash host may be told. */
export type HostOrder =
  /** So much time passes at once. */
  | { readonly _tag: 'Advance'; readonly byMs: number }
  /** Drain and exit with 0, as on SIGTERM. */
  | { readonly _tag: 'Stop' }
