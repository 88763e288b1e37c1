import type { Digest } from '../../kernel/digests/digest.js'
import type { KeyKind } from '../domain/agents/agent-key.js'
import type { Environment } from '../../tenancy/domain/records.js'

/** The parts of a well-formed bearer secret; its purpose is in front (docs/api/access#bearer-secrets). */
export interface BearerSecret<K extends string> {
  readonly kind: K
  readonly selector: string
  readonly secret: string
}

/** A secret of a server credential; it names the credential's environment. */
export type CredentialSecret = BearerSecret<Environment>

/** A secret of an Agent key. */
export type AgentSecret = BearerSecret<KeyKind>

/**
 * Creates, parses and compares the bearer secrets of one boundary (docs/api/access#bearer-secrets).
 * @example
 * ```ts
 * import { createBearerSecrets } from '@postrider/node/auth/bearer-secrets'
 *
 * const secrets = createBearerSecrets()
 * const { bearer, verifier } = secrets.create('test')
 * const isTheirs: boolean = secrets.matches(secrets.parse(bearer)?.secret ?? '', verifier)
 * ```
 */
export interface BearerSecrets<K extends string> {
  /** Creates a secret: the whole bearer value, to be shown once, and the parts to store. */
  create(kind: K): { bearer: string; selector: string; verifier: Digest }
  /** Parses a bearer value; undefined if its form or checksum is wrong. Makes no storage query. */
  parse(bearer: string): BearerSecret<K> | undefined
  /**
   * Whether the secret matches the verifier, in constant time; a missing verifier takes the same time and
   * returns false.
   */
  matches(secret: string, verifier: Digest | undefined): boolean
}
