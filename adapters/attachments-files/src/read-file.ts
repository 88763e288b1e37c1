import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import { FIRST_BYTES } from '@postrider/core/support/domain/attachment-content'
import { MAX_ATTACHMENT_BYTES } from '@postrider/core/support/domain/attachment-file'
import type { UploadedBytes } from '@postrider/core/support/ports/attachments'

const PIECE_BYTES = 64 * 1024

/** The bytes of a file from its start, one piece at a time, up to a limit. */
export async function* piecesOf(file: FileHandle, mostBytes: number): AsyncGenerator<Buffer, void, void> {
  let at = 0
  while (at < mostBytes) {
    const piece = Buffer.allocUnsafe(Math.min(PIECE_BYTES, mostBytes - at))
    const { bytesRead } = await file.read(piece, 0, piece.length, at)
    if (bytesRead === 0) return
    at += bytesRead
    yield piece.subarray(0, bytesRead)
  }
}

/** Opens a file for reading; undefined if it doesn't exist. */
export const openIfThere = async (path: string): Promise<FileHandle | undefined> => {
  try {
    return await open(path, 'r')
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw cause
  }
}

/** The size and digest of a file, read up to the maximum length of an attachment; undefined: no such file. */
export const inspectFile = async (path: string): Promise<UploadedBytes | undefined> => {
  const file = await openIfThere(path)
  if (file === undefined) return undefined
  try {
    const digest = createHash('sha256')
    let sizeBytes = 0
    let firstBytes: Buffer = Buffer.alloc(0)
    for await (const piece of piecesOf(file, MAX_ATTACHMENT_BYTES + 1)) {
      digest.update(piece)
      if (firstBytes.length < FIRST_BYTES)
        firstBytes = Buffer.concat([firstBytes, piece.subarray(0, FIRST_BYTES - firstBytes.length)])
      sizeBytes += piece.length
    }
    return { sizeBytes, sha256: digest.digest('hex'), firstBytes }
  } finally {
    await file.close()
  }
}
