import { createHash, randomBytes } from 'node:crypto'
import type { StoredFile } from '@postrider/core/support/ports/attachments'
import { fresh } from './fresh.js'

/** Random bytes, different from those of every other file. */
export const someBytes = (length = 3000): Buffer => randomBytes(length)

/** A file of these bytes, as its owner announces it. */
export const aStoredFile = (bytes: Uint8Array, overrides: Partial<StoredFile> = {}): StoredFile => ({
  attachmentId: fresh.id('att'),
  organizationId: fresh.id('org'),
  fileName: 'what happened.png',
  contentType: 'image/png',
  sizeBytes: bytes.length,
  sha256: createHash('sha256').update(bytes).digest('hex'),
  ...overrides,
})
