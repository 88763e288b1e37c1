import { hash } from 'node:crypto'
import { frame } from '@postrider/core/kernel/digests/digest'
import type { SessionToken, SessionTokens, TokenKind } from '@postrider/core/identity/ports/session-tokens'
import { base62OfHex, randomBase62 } from './base62.js'
import { checksum, CHECKSUM_LENGTH } from './checksum.js'
import { createDerivedMac } from './derived-mac.js'
import type { MasterKeys } from './master-key.js'

/** The number of base62 digits for 256 bits. */
const SECRET_LENGTH = 43

/** The prefixes, by which secret scanners identify tokens (docs/api/access#bearer-secrets). */
const PREFIXES: Readonly<Record<TokenKind, string>> = {
  access: 'prat_',
  refresh: 'prrt_',
  link: 'prlt_',
  operator: 'prot_',
  person: 'prpt_',
  ticket: 'prkt_',
}
const PREFIX_LENGTH = 5

const FORM = /^pr[arlokp]t_[0-9A-Za-z]{49}$/

const verifierOfSecret = (secret: string): string => hash('sha256', secret, 'hex')

const tokenOf = (kind: TokenKind, secret: string): SessionToken => {
  const unsummed = PREFIXES[kind] + secret
  return { token: unsummed + checksum(unsummed), verifier: verifierOfSecret(secret) }
}

const verifierOf = (kind: TokenKind, token: string): string | undefined => {
  if (!token.startsWith(PREFIXES[kind]) || !FORM.test(token)) return undefined
  const unsummed = token.slice(0, -CHECKSUM_LENGTH)
  return checksum(unsummed) === token.slice(-CHECKSUM_LENGTH)
    ? verifierOfSecret(unsummed.slice(PREFIX_LENGTH))
    : undefined
}

/**
 * Tokens of sessions are HMAC-SHA-256 of kind, session and generation with a key derived from a master key;
 * all others are random. The verifier is the SHA-256 of the 43 characters of secret.
 */
export const createSessionTokens = (keys: MasterKeys): SessionTokens => {
  const mac = createDerivedMac('postrider session tokens 1', keys)
  return {
    derive: (kind, sessionId, generation, under) =>
      tokenOf(kind, base62OfHex(mac.of(frame([kind, sessionId, generation]), under), SECRET_LENGTH)),
    create: (kind) => tokenOf(kind, randomBase62(SECRET_LENGTH)),
    verifierOf,
  }
}
