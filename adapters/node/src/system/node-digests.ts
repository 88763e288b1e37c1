import { hash } from 'node:crypto'
import type { Digests } from '@postrider/core/kernel/ports/digests'

/** SHA-256 by Node, in one call: for short texts twice as fast as a hash object. */
export const nodeDigests: Digests = { sha256: (text) => hash('sha256', text, 'hex') }
