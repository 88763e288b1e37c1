import type { SessionId } from '../../kernel/ids/id.js'
import type { KeyId } from '../../kernel/ids/key-id.js'
import type { Digest } from '../../kernel/digests/digest.js'

/** Tokens that are drawn: for the link in a mail, a session at the console or at the website, and the ticket of a session. */
export type RandomTokenKind = 'link' | 'operator' | 'person' | 'ticket'

/** What a token is for: calls, the next tokens, or what is drawn for it. */
export type TokenKind = 'access' | 'refresh' | RandomTokenKind

/** A token, to be given away once, and what is kept of it. */
export interface SessionToken {
  readonly token: string
  readonly verifier: Digest
}

/**
 * Makes and reads the opaque tokens of people: `prat_…`, `prrt_…`, `prlt_…`, `prot_…`, `prpt_…` and `prkt_…` of 256 bits
 * (docs/contract#bearer-secrets).
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
   * The token of a session's generation: the same each time it is asked for, so that a lost answer can be given again
   * (docs/promises#stolen-sessions). Under another master key it is another, whose verifier is not the one that
   * was kept; where none is named it is the process's own.
   */
  derive(
    kind: 'access' | 'refresh',
    sessionId: SessionId,
    generation: number,
    under: KeyId | undefined,
  ): SessionToken
  /** A new random token. */
  create(kind: RandomTokenKind): SessionToken
  /** What is kept of a token of that kind; undefined where its form or checksum is wrong. Asks no storage. */
  verifierOf(kind: TokenKind, token: string): Digest | undefined
}
