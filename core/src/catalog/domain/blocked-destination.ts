import type { EpochMs } from '../../kernel/time/epoch-ms.js'

/** Numbers that nothing is sent to, for any app: an operator's kill switch. */
export interface BlockedDestination {
  /** Leading digits with `+`. */
  readonly prefix: string
  readonly createdAtMs: EpochMs
}

/** Whether a number begins with one of the prefixes. */
export const isBlocked = (prefixes: readonly string[], to: string): boolean =>
  prefixes.some((prefix) => to.startsWith(prefix))
