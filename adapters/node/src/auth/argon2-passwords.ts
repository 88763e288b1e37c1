import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { parseOptions } from '@node-rs/argon2'
import type { Algorithm, Options, ParsedHashOptions, Version } from '@node-rs/argon2'
import type { Passwords } from '@postrider/core/identity/ports/passwords'
import { boundedQueue, type QueueBounds } from '@postrider/core/kernel/batching/bounded-queue'
import { argon2Threads, type PasswordHasher } from './argon2-threads.js'
import { isListed } from './password-list.js'

/** Limits of hashing; tests may replace the hasher. */
export interface PasswordsOptions extends Partial<QueueBounds> {
  readonly hashing?: PasswordHasher
}

// The driver's names for these numbers exist only for the compiler.
const ARGON2ID: Algorithm = 2
const VERSION_1_3: Version = 1

const SALT_BYTES = 16

/** The minimum that OWASP recommends; sizes in KiB and bytes. */
export const ARGON2_PARAMETERS = {
  algorithm: ARGON2ID,
  version: VERSION_1_3,
  memoryCost: 19_456,
  timeCost: 2,
  parallelism: 1,
  outputLen: 32,
} satisfies Options

/**
 * Two at once (docs/promises#password-hashing), and one processor is left for other work if there is more
 * than one.
 */
const BOUNDS: QueueBounds = { atOnce: Math.max(1, Math.min(2, availableParallelism() - 1)), waiting: 256 }

const unpadded = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '')

/**
 * A PHC string without a password: its digest is random. Comparing with it costs the same as comparing with a
 * real one.
 */
const phcOfNobody = (): string => {
  const { memoryCost, timeCost, parallelism, outputLen } = ARGON2_PARAMETERS
  const digest = unpadded(randomBytes(outputLen))
  return `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$${unpadded(randomBytes(SALT_BYTES))}$${digest}`
}

const parametersOf = (kept: string): ParsedHashOptions | undefined => {
  try {
    return parseOptions(kept)
  } catch {
    return undefined
  }
}

const isWeaker = (kept: ParsedHashOptions): boolean =>
  kept.algorithm !== ARGON2ID ||
  kept.version !== VERSION_1_3 ||
  kept.memoryCost < ARGON2_PARAMETERS.memoryCost ||
  kept.timeCost < ARGON2_PARAMETERS.timeCost ||
  kept.outputLen < ARGON2_PARAMETERS.outputLen ||
  kept.saltLen < SALT_BYTES

/**
 * Argon2id (docs/api/sign-in#passwords) in separate threads, few at once: a flood of sign-ins takes neither
 * the memory nor the processors that the rest of the service needs. Waiting calls are served in the order of
 * arrival.
 */
export const createPasswords = ({ hashing, ...wanted }: PasswordsOptions = {}): Passwords => {
  const bounds = { ...BOUNDS, ...wanted }
  const { hash, verify } = hashing ?? argon2Threads(ARGON2_PARAMETERS, bounds.atOnce)
  const queue = boundedQueue(bounds)
  const nobody = phcOfNobody()
  return {
    hash: (password) => queue.run(() => hash(password)),
    matches: (password, kept) => {
      const readable = kept !== undefined && parametersOf(kept) !== undefined
      return queue.run(async () => (await verify(readable ? kept : nobody, password)) && readable)
    },
    isOutdated: (kept) => {
      const parameters = parametersOf(kept)
      return parameters === undefined || isWeaker(parameters)
    },
    isCommon: isListed,
  }
}
