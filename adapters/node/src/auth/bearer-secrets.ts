import { greatestOf } from '@postrider/core/kernel/numbers/extremes'
import { hash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { BearerSecret, BearerSecrets } from '@postrider/core/identity/ports/bearer-secrets'
import type { Digest } from '@postrider/core/kernel/digests/digest'
import type { KeyKind } from '@postrider/core/identity/domain/agents/agent-key'
import type { Environment } from '@postrider/core/tenancy/domain/records'
import { randomBase62 } from './base62.js'
import { checksum, CHECKSUM_LENGTH } from './checksum.js'

const SELECTOR_LENGTH = 16
const SECRET_LENGTH = 43
const DIGEST_BYTES = 32

// Compared if there is no verifier, so that an unknown selector costs the same as a known one.
const nobody = randomBytes(DIGEST_BYTES)

const matches = (secret: string, verifier: Digest | undefined): boolean => {
  const kept = verifier === undefined ? nobody : Buffer.from(verifier, 'hex')
  const known = verifier !== undefined && kept.length === DIGEST_BYTES
  const equal = timingSafeEqual(hash('sha256', secret, 'buffer'), known ? kept : nobody)
  return equal && known
}

/**
 * Secrets in the form of docs/api/access#bearer-secrets; the verifier is the SHA-256 of the 43 characters of
 * secret.
 */
const bearerSecrets = <K extends string>(prefix: string, kinds: readonly K[]): BearerSecrets<K> => {
  // The pattern that secret scanners also use.
  const form = new RegExp(
    `^${prefix}_(${kinds.join('|')})_([0-9A-Za-z]{16})_([0-9A-Za-z]{43})([0-9A-Za-z]{6})$`,
  )
  const longest = greatestOf(kinds.map(({ length }) => length))
  const mostCharacters =
    prefix.length + 1 + longest + 1 + SELECTOR_LENGTH + 1 + SECRET_LENGTH + CHECKSUM_LENGTH

  const parse = (bearer: string): BearerSecret<K> | undefined => {
    if (bearer.length > mostCharacters) return undefined
    const [, named, selector, secret, sum] = form.exec(bearer) ?? []
    const kind = kinds.find((one) => one === named)
    if (kind === undefined || selector === undefined || secret === undefined) return undefined
    return checksum(bearer.slice(0, -CHECKSUM_LENGTH)) === sum ? { kind, selector, secret } : undefined
  }

  return {
    create: (kind) => {
      const selector = randomBase62(SELECTOR_LENGTH)
      const secret = randomBase62(SECRET_LENGTH)
      const unsummed = `${prefix}_${kind}_${selector}_${secret}`
      return { bearer: unsummed + checksum(unsummed), selector, verifier: hash('sha256', secret, 'hex') }
    },
    parse,
    matches,
  }
}

/** Server credentials. */
export const createBearerSecrets = (): BearerSecrets<Environment> =>
  bearerSecrets('pr', ['test', 'production'])

/** Agent keys. */
export const createAgentSecrets = (): BearerSecrets<KeyKind> =>
  bearerSecrets('prag', ['customer', 'bootstrap', 'admin'])
