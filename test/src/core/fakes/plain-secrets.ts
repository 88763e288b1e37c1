import { TE } from '@postrider/core/fp'
import type { KeyedDigests } from '@postrider/core/kernel/ports/keyed-digests'
import type { Mailer } from '@postrider/core/identity/ports/mailer'
import type { Passwords } from '@postrider/core/identity/ports/passwords'
import type { SessionTokens } from '@postrider/core/identity/ports/session-tokens'
import type { Totp } from '@postrider/core/identity/ports/totp'
import { fresh } from '@postrider/conformance/builders/fresh'
import { sha256 } from '@postrider/conformance/builders/sha256'
import { keyNames } from './plain-key-ring.js'

/** Passwords that are stored unchanged. */
export const plainPasswords: Passwords = {
  hash: (password) => TE.right(`plain:${password}`),
  matches: (password, kept) => TE.right(kept === `plain:${password}`),
  isOutdated: () => false,
  isCommon: (password) => password === 'password1234',
}

/** Tokens that contain their content in clear. */
export const plainTokens: SessionTokens = {
  derive: (kind, sessionId, generation) => {
    const token = `${kind}:${sessionId}:${generation}`
    return { token, verifier: sha256(token) }
  },
  create: (kind) => {
    const token = `${kind}:${fresh.hex(32)}`
    return { token, verifier: sha256(token) }
  },
  verifierOf: (kind, token) => (token.startsWith(`${kind}:`) ? sha256(token) : undefined),
}

/** Digests without a key. */
export const plainDigests: KeyedDigests = {
  ...keyNames(),
  of: (purpose, text) => sha256(`${purpose}:${text}`),
  matches: (purpose, text, digest) => sha256(`${purpose}:${text}`) === digest,
}

/** A second factor whose code never changes. */
export const plainTotp: Totp = {
  create: (account) => ({ secret: 'secret', uri: `otpauth://totp/${account}` }),
  stepOf: (_secret, code, nowMs) => (code === '123456' ? Math.floor(nowMs / 30_000) : undefined),
  recoveryCodes: () => [{ code: 'code', verifier: sha256('code') }],
  recoveryVerifierOf: (code) => sha256(code),
}

/** No mail server. */
export const noMail: Mailer = {
  isConfigured: false,
  send: () => Promise.resolve({ outcome: 'later' }),
  check: () => Promise.resolve(undefined),
  close: () => Promise.resolve(),
}
