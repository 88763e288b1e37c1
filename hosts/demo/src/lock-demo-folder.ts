import { accessSync, constants, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { E } from '@postrider/core/fp'
import { prepareDataDir } from '@postrider/wiring/data-dir'
import { lockDataDir } from '@postrider/wiring/lock-data-dir'
import { faultLine } from '@postrider/wiring/setting-sources'
import { EXIT, type CommandFailure, failure } from '@postrider/command/exit-code'
import { demoFile } from './demo-file.js'

/** The demo's folder, locked for one demo. */
interface ClaimedFolder {
  release(): void
}

const mayUse = (path: string): boolean => {
  try {
    accessSync(path, constants.R_OK | constants.W_OK)
    return true
  } catch {
    return false
  }
}

/** Why the folder's owner is wrong; an administrator may write anywhere, and would lock its owner out. */
const foreignPart = (dataDir: string): string | undefined => {
  const { uid } = statSync(dataDir)
  if (process.getuid !== undefined && uid !== process.getuid())
    return `the directory ${dataDir} belongs to another user (number ${uid})`
  const closed = readdirSync(dataDir)
    .map((name) => join(dataDir, name))
    .find((path) => !mayUse(path))
  return closed === undefined ? undefined : `${closed} may not be read and written by this user`
}

/** The address of the running demo, once it has published it. */
const addressIn = (dataDir: string): string => {
  try {
    const { baseUrl } = JSON.parse(readFileSync(demoFile(dataDir), 'utf8')) as { readonly baseUrl: string }
    return ` at ${baseUrl}`
  } catch {
    return ''
  }
}

/**
 * Creates the folder if it is missing and locks it for one demo, before anything in it is changed. Left: it
 * belongs to another user, can't be written, or another demo runs on it; one sentence that names the fix.
 */
export const lockDemoFolder = (settings: {
  readonly dataDir: string
}): E.Either<CommandFailure, ClaimedFolder> => {
  const { dataDir } = settings
  const prepared = prepareDataDir(settings)
  if (E.isLeft(prepared)) return E.left(failure(faultLine(prepared.left), EXIT.configuration))
  const foreign = foreignPart(dataDir)
  if (foreign !== undefined) {
    const sentence = `POSTRIDER_DATA_DIR: ${foreign}: run the demo as the user who owns it, or name a directory of your own`
    return E.left(failure(sentence, EXIT.configuration))
  }
  const held = lockDataDir(settings, 'demo')
  if (held !== undefined) return E.right(held)
  return E.left(
    failure(
      `A demo already runs on ${dataDir}${addressIn(dataDir)}: use it, end it with Ctrl-C, or name another directory for this one with POSTRIDER_DATA_DIR.`,
    ),
  )
}
