import type { Sha256 } from '../domain/ledger/digest.js'

/** The cryptographic digests the core's records stand on. */
export interface Digests {
  readonly sha256: Sha256
}
