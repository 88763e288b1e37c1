import { closeSync, existsSync, fsyncSync, linkSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { E } from '@postrider/core/fp'

/** Why a file was not written: there is one already, or the system's code of what went wrong. */
export type WriteFailure = { readonly _tag: 'IsThere' } | { readonly _tag: 'Failed'; readonly code: string }

/** A file that can be written once it is known what is to stand in it. */
export interface ReservedFile {
  /** Writes it, whole or not at all, and never over one that has come meanwhile. */
  write(text: string): E.Either<WriteFailure, void>
  /** Gives it up, unless it was written. */
  release(): void
}

const notWritten = (cause: unknown): WriteFailure => {
  const { code = String(cause) } = cause as NodeJS.ErrnoException
  return code === 'EEXIST' ? { _tag: 'IsThere' } : { _tag: 'Failed', code }
}

/**
 * Makes sure that a file is not there and can be made, for its owner alone. What is written goes into another one beside it,
 * which is given the name by the one step that fails where the name is taken.
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

/** Writes a file for its owner alone, whole or not at all, and never over another. */
export const writeOnce = (file: string, text: string): E.Either<WriteFailure, void> => {
  const reserved = reserveFile(file)
  if (E.isLeft(reserved)) return reserved
  try {
    return reserved.right.write(text)
  } finally {
    reserved.right.release()
  }
}
