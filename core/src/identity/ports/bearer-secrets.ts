import type { Digest } from '../../kernel/digests/digest.js'
import type { KeyKind } from '../domain/agents/agent-key.js'
import type { Environment } from '../../tenancy/domain/records.js'

/**
 * What a well-formed bearer secret says about itself: what it is for stands in front
 * (docs/contract#bearer-secrets).
 */
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
 * Makes, reads and compares the bearer secrets of one boundary (docs/contract#bearer-secrets).
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
  /** A new secret: the whole bearer value, to be shown once, and what is kept of it. */
  create(kind: K): { bearer: string; selector: string; verifier: Digest }
  /** Takes a bearer value apart; undefined where its form or checksum is wrong. Asks no storage. */
  parse(bearer: string): BearerSecret<K> | undefined
  /** Whether the secret belongs to the verifier, in constant time; an absent verifier costs the same and is false. */
  matches(secret: string, verifier: Digest | undefined): boolean
}
