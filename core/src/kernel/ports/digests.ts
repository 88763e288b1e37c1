import type { Sha256 } from '../digests/digest.js'

/**
 * The cryptographic digests in the core's records.
 * @example
 * ```ts
 * import { createHash } from 'node:crypto'
 * import type { Digests } from '@postrider/core/kernel/ports/digests'
 *
 * const digests: Digests = { sha256: (text) => createHash('sha256').update(text).digest('hex') }
 * ```
 */
export interface Digests {
  readonly sha256: Sha256
}
