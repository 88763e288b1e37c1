import { hash } from 'node:crypto'
import type { Digests } from '@postrider/core/kernel/ports/digests'

/** SHA-256 with Node's one-call function: for short texts twice as fast as a hash object. */
export const nodeDigests: Digests = { sha256: (text) => hash('sha256', text, 'hex') }
