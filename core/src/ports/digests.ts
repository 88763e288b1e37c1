import type { Sha256 } from '../domain/digests/digest.js'

/** The cryptographic digests the core's records stand on. */
export interface Digests {
  readonly sha256: Sha256
}
