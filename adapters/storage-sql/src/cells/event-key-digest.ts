import { createHash } from 'node:crypto'

/** Event keys have the length that the provider chooses, so the unique index is on a digest of them. */
export const eventKeyDigest = (eventKey: string): string =>
  createHash('sha256').update(eventKey).digest('hex').slice(0, 32)
