import type { EpochMs } from '../../kernel/time/epoch-ms.js'
import type { App } from './records.js'

/** An app, where it stands and what uses it. */
export interface AppUsage {
  readonly app: App
  readonly brandName: string
  readonly projectName: string
  /** How many of its credentials may be used. */
  readonly liveCredentials: number
  /** The start of the hour in which any of them was used last; undefined: never. */
  readonly lastUsedAtMs: EpochMs | undefined
  readonly hasBillingProfile: boolean
}
