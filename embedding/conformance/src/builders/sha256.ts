import { createHash } from 'node:crypto'
import type { Sha256 } from '@postrider/core/kernel/digests/digest'

/** SHA-256 in the form that the core's functions expect. */
export const sha256: Sha256 = (text) => createHash('sha256').update(text, 'utf8').digest('hex')
