import { hash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { BearerSecret, BearerSecrets } from '@postrider/core/ports/bearer-secrets'
import type { Digest } from '@postrider/core/domain/ledger/digest'
import { randomBase62 } from './base62.js'
import { checksum, CHECKSUM_LENGTH } from './checksum.js'

const SELECTOR_LENGTH = 16
const SECRET_LENGTH = 43
const DIGEST_BYTES = 32

/** What secret scanners look for as well (decisions 11). */
const FORM = /^pr_(test|production)_([0-9A-Za-z]{16})_([0-9A-Za-z]{43})([0-9A-Za-z]{6})$/
const LONGEST = 'pr_production_'.length + SELECTOR_LENGTH + 1 + SECRET_LENGTH + CHECKSUM_LENGTH

const parse = (bearer: string): BearerSecret | undefined => {
  if (bearer.length > LONGEST) return undefined
  const [, environment, selector, secret, sum] = FORM.exec(bearer) ?? []
  if (selector === undefined || secret === undefined) return undefined
  if (checksum(bearer.slice(0, -CHECKSUM_LENGTH)) !== sum) return undefined
  return { environment: environment === 'production' ? 'production' : 'test', selector, secret }
}

// Compared where there is no verifier, so that an unknown selector costs what a known one does.
const nobody = randomBytes(DIGEST_BYTES)

const matches = (secret: string, verifier: Digest | undefined): boolean => {
  const kept = verifier === undefined ? nobody : Buffer.from(verifier, 'hex')
  const known = verifier !== undefined && kept.length === DIGEST_BYTES
  const equal = timingSafeEqual(hash('sha256', secret, 'buffer'), known ? kept : nobody)
  return equal && known
}

/** Server credentials of the form of decisions 11; the verifier is the SHA-256 of the 43 characters of secret. */
export const createBearerSecrets = (): BearerSecrets => ({
  create: (environment) => {
    const selector = randomBase62(SELECTOR_LENGTH)
    const secret = randomBase62(SECRET_LENGTH)
    const unsummed = `pr_${environment}_${selector}_${secret}`
    return { bearer: unsummed + checksum(unsummed), selector, verifier: hash('sha256', secret, 'hex') }
  },
  parse,
  matches,
})
