import { createHash } from 'node:crypto'
import { type FileHandle, link, mkdir, open, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Received } from '@postrider/core/support/ports/attachment-gateway'
import type { StoredFile } from '@postrider/core/support/ports/attachments'
import type { FilePaths } from './file-paths.js'
import { inspectFile } from './read-file.js'

/** Accessible only to this service's user. */
const FOLDER_MODE = 0o700
const FILE_MODE = 0o600

const syncFolder = async (path: string): Promise<void> => {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/** Creates a folder, and its parents, for this service's user only; does nothing if it exists. */
export const makeFolder = (path: string): Promise<unknown> =>
  mkdir(path, { recursive: true, mode: FOLDER_MODE })

/**
 * Writes incoming bytes as fast as the disk accepts them; any result but `undefined` is the reason why the
 * file is rejected.
 */
const writeAll = async (
  part: FileHandle,
  { sizeBytes, sha256 }: StoredFile,
  bytes: AsyncIterable<Uint8Array>,
): Promise<'Mismatch' | 'BrokenOff' | undefined> => {
  const digest = createHash('sha256')
  const pieces = bytes[Symbol.asyncIterator]()
  let length = 0
  try {
    for (;;) {
      // Errors of the client's stream are the client's; errors of the disk are ours and are rethrown.
      const next = await pieces.next().catch(() => undefined)
      if (next === undefined) return 'BrokenOff'
      if (next.done === true) break
      length += next.value.length
      if (length > sizeBytes) return 'Mismatch'
      digest.update(next.value)
      await part.appendFile(next.value)
    }
  } finally {
    await pieces.return?.()
  }
  return length === sizeBytes && digest.digest('hex') === sha256 ? undefined : 'Mismatch'
}

/** Gives the part its final name atomically; if the name is taken, the existing file stays. */
const publish = async (places: FilePaths, part: string, file: StoredFile): Promise<Received> => {
  const folder = places.folderOf(file)
  const whole = places.wholeOf(file)
  await makeFolder(folder)
  try {
    // A link never replaces a file, as a rename would: of two concurrent uploads, the first one is kept.
    await link(part, whole)
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'EEXIST') throw cause
    if ((await inspectFile(whole))?.sha256 !== file.sha256) return 'Occupied'
  }
  // A new name is durable only once its parent folders are synced; also if another upload has just created
  // it.
  for (const around of [folder, places.root, dirname(places.root)]) await syncFolder(around)
  return 'Kept'
}

/**
 * Receives a file under a temporary name in the incoming folder, which exists. The file becomes visible only
 * once it is complete and durable.
 */
export const receiveFile = async (
  places: FilePaths,
  file: StoredFile,
  bytes: AsyncIterable<Uint8Array>,
): Promise<Received> => {
  const path = places.partOf(file)
  const part = await open(path, 'wx', FILE_MODE)
  try {
    const fault = await writeAll(part, file, bytes)
    if (fault !== undefined) return fault
    await part.sync()
    return await publish(places, path, file)
  } finally {
    await part.close()
    await rm(path, { force: true })
  }
}
