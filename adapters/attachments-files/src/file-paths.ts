import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { isId } from '@postrider/core/kernel/ids/id'
import type { AttachmentKey } from '@postrider/core/support/ports/attachments'

/** The paths of files: complete ones by Organization and attachment, incoming ones in a separate folder. */
export interface FilePaths {
  readonly root: string
  readonly incoming: string
  /** The folder of an Organization. */
  folderOf(file: AttachmentKey): string
  /** The only path of a complete file. */
  wholeOf(file: AttachmentKey): string
  /** A unique path on the same file system. */
  partOf(file: AttachmentKey): string
}

/** Paths consist only of ids. An invalid id is a bug, and no path is built from it. */
const checked = (file: AttachmentKey): AttachmentKey => {
  if (!isId('org', file.organizationId) || !isId('att', file.attachmentId))
    throw new Error('a file is named by the ids of an Organization and an attachment')
  return file
}

export const filePaths = (root: string): FilePaths => {
  const incoming = join(root, 'incoming')
  return {
    root,
    incoming,
    folderOf: (file) => join(root, checked(file).organizationId),
    wholeOf: (file) => join(root, checked(file).organizationId, file.attachmentId),
    partOf: (file) => join(incoming, `${checked(file).attachmentId}.${randomBytes(8).toString('hex')}`),
  }
}
