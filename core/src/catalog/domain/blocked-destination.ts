import type { EpochMs } from '../../kernel/time/epoch-ms.js'

/** Numbers that no app may send to, by a super admin's emergency stop. */
export interface BlockedDestination {
  /** Leading digits with `+`. */
  readonly prefix: string
  readonly createdAtMs: EpochMs
}

/** Whether a number starts with one of the prefixes. */
export const isBlocked = (prefixes: readonly string[], to: string): boolean =>
  prefixes.some((prefix) => to.startsWith(prefix))
