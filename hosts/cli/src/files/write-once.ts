import { closeSync, existsSync, fsyncSync, linkSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { E } from '@postrider/core/fp'

/** Why a file wasn't written: it exists already, or the operating system's error code. */
export type WriteFailure = { readonly _tag: 'IsThere' } | { readonly _tag: 'Failed'; readonly code: string }

/** A file that can be written once its content is known. */
export interface ReservedFile {
  /** Writes it completely or not at all, and never over a file that was created meanwhile. */
  write(text: string): E.Either<WriteFailure, void>
  /** Gives it up, unless it was written. */
  release(): void
}

const notWritten = (cause: unknown): WriteFailure => {
  const { code = String(cause) } = cause as NodeJS.ErrnoException
  return code === 'EEXIST' ? { _tag: 'IsThere' } : { _tag: 'Failed', code }
}

/**
 * Checks that a file doesn't exist and can be created, readable only by its owner. The content is written to
 * a temporary file next to it. An atomic step that fails if the name is taken then gives it the name.
 */
export const reserveFile = (file: string): E.Either<WriteFailure, ReservedFile> => {
  if (existsSync(file)) return E.left({ _tag: 'IsThere' })
  const beside = `${file}.${process.pid}`
  try {
    const handle = openSync(beside, 'wx', 0o600)
    return E.right({
      write: (text) => {
        try {
          writeFileSync(handle, text)
          fsyncSync(handle)
          linkSync(beside, file)
          return E.right(undefined)
        } catch (cause) {
          return E.left(notWritten(cause))
        }
      },
      release: () => {
        closeSync(handle)
        rmSync(beside, { force: true })
      },
    })
  } catch (cause) {
    return E.left(notWritten(cause))
  }
}

/** Writes a file that only its owner can read, completely or not at all, and never over another. */
export const writeOnce = (file: string, text: string): E.Either<WriteFailure, void> => {
  const reserved = reserveFile(file)
  if (E.isLeft(reserved)) return reserved
  try {
    return reserved.right.write(text)
  } finally {
    reserved.right.release()
  }
}
