import type { SessionId } from '../../kernel/ids/id.js'
import type { KeyId } from '../../kernel/ids/key-id.js'
import type { Digest } from '../../kernel/digests/digest.js'

/**
 * The kinds of random tokens: for the link in an email, a session at the console or at the website, and the
 * ticket of a session.
 */
export type RandomTokenKind = 'link' | 'operator' | 'person' | 'ticket'

/** The kinds of tokens: for calls, for refreshing, or random ones. */
export type TokenKind = 'access' | 'refresh' | RandomTokenKind

/** A token, to be returned once, and its verifier, to be stored. */
export interface SessionToken {
  readonly token: string
  readonly verifier: Digest
}

/**
 * Creates and parses the opaque tokens of people: `prat_…`, `prrt_…`, `prlt_…`, `prot_…`, `prpt_…` and
 * `prkt_…` of 256 bits (docs/api/access#bearer-secrets).
 * @example
 * ```ts
 * import { createSessionTokens } from '@postrider/node/auth/hmac-session-tokens'
 * import { newMasterKey, parseMasterKey } from '@postrider/node/auth/master-key'
 *
 * const tokens = createSessionTokens({ current: parseMasterKey(newMasterKey()) })
 * const { token, verifier } = tokens.create('link')
 * const isTheirs: boolean = tokens.verifierOf('link', token) === verifier
 * ```
 */
export interface SessionTokens {
  /**
   * The token of a session's generation: the same at every call, so that a lost response can be repeated
   * (docs/promises#stolen-sessions). Another master key gives another token, whose verifier doesn't match the
   * stored one; the default is the process's own key.
   */
  derive(
    kind: 'access' | 'refresh',
    sessionId: SessionId,
    generation: number,
    under: KeyId | undefined,
  ): SessionToken
  /** A new random token. */
  create(kind: RandomTokenKind): SessionToken
  /**
   * The verifier of a token of that kind; undefined if its form or checksum is wrong. Makes no storage query.
   */
  verifierOf(kind: TokenKind, token: string): Digest | undefined
}
