import { createHash } from 'node:crypto'
import type { Sha256 } from '@postrider/core/kernel/digests/digest'

/** SHA-256 as the core's functions want it. */
export const sha256: Sha256 = (text) => createHash('sha256').update(text, 'utf8').digest('hex')
