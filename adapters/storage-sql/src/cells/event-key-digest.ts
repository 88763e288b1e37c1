import { createHash } from 'node:crypto'

/** Event keys are as long as the provider likes; what is unique is a digest of them. */
export const eventKeyDigest = (eventKey: string): string =>
  createHash('sha256').update(eventKey).digest('hex').slice(0, 32)
