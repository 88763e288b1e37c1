import type { Digest } from '../domain/ledger/digest.js'
import type { Environment } from '../domain/tenancy/records.js'

/** What a well-formed server credential says about itself (decisions 11). */
export interface BearerSecret {
  readonly environment: Environment
  readonly selector: string
  readonly secret: string
}

/** Makes, reads and compares bearer secrets (decisions 11). */
export interface BearerSecrets {
  /** A new credential: the whole bearer value, to be shown once, and what is kept of it. */
  create(environment: Environment): { bearer: string; selector: string; verifier: Digest }
  /** Takes a bearer value apart; undefined where its form or checksum is wrong. Asks no storage. */
  parse(bearer: string): BearerSecret | undefined
  /** Whether the secret belongs to the verifier, in constant time; an absent verifier costs the same and is false. */
  matches(secret: string, verifier: Digest | undefined): boolean
}
