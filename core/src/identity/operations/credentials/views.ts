import type * as t from 'io-ts'
import { isLiveCredential, type ServerCredential } from '../../../tenancy/domain/credential.js'
import { type EpochMs, isoTime } from '../../../kernel/time/epoch-ms.js'
import type { credentialShape } from './shapes.js'

/** Enough to recognize a credential, but useless without the rest. */
const SHOWN_CHARACTERS = 4

const statusOf = (credential: ServerCredential, nowMs: EpochMs): 'active' | 'expired' | 'revoked' => {
  if (credential.revokedAtMs !== undefined) return 'revoked'
  return isLiveCredential(credential, nowMs) ? 'active' : 'expired'
}

/**
 * A server credential in the form of responses, with its present status and never with its secret
 * (docs/api/access#server-credentials).
 */
export const credentialView = (
  credential: ServerCredential,
  lastUsedAtMs: EpochMs | undefined,
  nowMs: EpochMs,
): t.TypeOf<typeof credentialShape> => {
  const {
    selector,
    verifier: _,
    createdAtMs,
    expiresAtMs,
    revokedAtMs,
    createdBy,
    createdByKey,
    ...shown
  } = credential
  return {
    ...shown,
    selectorStart: selector.slice(0, SHOWN_CHARACTERS),
    status: statusOf(credential, nowMs),
    createdAt: isoTime(createdAtMs),
    expiresAt: isoTime(expiresAtMs),
    revokedAt: revokedAtMs === undefined ? null : isoTime(revokedAtMs),
    lastUsedAt: lastUsedAtMs === undefined ? null : isoTime(lastUsedAtMs),
    createdBy: createdBy === undefined ? null : { userId: createdBy, agentKeyId: createdByKey ?? null },
  }
}
