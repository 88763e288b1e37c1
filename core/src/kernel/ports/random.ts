/**
 * Random numbers for back-off and sampling; not for secrets.
 * @example
 * ```ts
 * import type { Random } from '@postrider/core/kernel/ports/random'
 *
 * const random: Random = { fraction: () => Math.random() }
 * ```
 */
export interface Random {
  /** A number from 0 up to but not including 1. */
  fraction(): number
}
