import type { EpochMs } from '../../kernel/time/epoch-ms.js'
import type { App } from './records.js'

/** An app with its Brand, its Project and its usage. */
export interface AppUsage {
  readonly app: App
  readonly brandName: string
  readonly projectName: string
  /** How many of its credentials are valid. */
  readonly liveCredentials: number
  /** The start of the last hour in which any of them was used; undefined: never. */
  readonly lastUsedAtMs: EpochMs | undefined
  readonly hasBillingProfile: boolean
}
