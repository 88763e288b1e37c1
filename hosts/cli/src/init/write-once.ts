import { closeSync, fsyncSync, linkSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { E } from '@postrider/core/fp'

/** Why a file was not written: there is one already, or the system's code of what went wrong. */
export type NotWritten = { readonly _tag: 'IsThere' } | { readonly _tag: 'Failed'; readonly code: string }

const write = (file: string, text: string): void => {
  const handle = openSync(file, 'wx', 0o600)
  try {
    writeFileSync(handle, text)
    fsyncSync(handle)
  } catch (cause) {
    rmSync(file)
    throw cause
  } finally {
    closeSync(handle)
  }
}

/**
 * Writes a file for its owner alone, whole or not at all and never over another: it is written beside its place and given
 * its name by the one step that fails where the name is taken.
 */
export const writeOnce = (file: string, text: string): E.Either<NotWritten, void> => {
  const beside = `${file}.${process.pid}`
  try {
    write(beside, text)
    try {
      linkSync(beside, file)
    } finally {
      rmSync(beside)
    }
    return E.right(undefined)
  } catch (cause) {
    const { code = String(cause) } = cause as NodeJS.ErrnoException
    return E.left(code === 'EEXIST' ? { _tag: 'IsThere' } : { _tag: 'Failed', code })
  }
}
