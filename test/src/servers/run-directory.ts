import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { rootOf, unpackedEngines } from './unpacked-engines.js'

/**
 * The parents of runs' directories: `npm test` keeps its servers' data in memory if there is enough
 * (scripts/servers.mjs).
 */
export const RUN_PARENTS: readonly string[] = [tmpdir(), '/dev/shm']

let own: string | undefined

const makeOwn = (): string => {
  const directory = mkdtempSync(join(tmpdir(), 'postrider-test-'))
  process.once('exit', () => {
    removeDataInRoots()
    rmSync(directory, { recursive: true, force: true })
  })
  return directory
}

/**
 * The temporary directory of this run. `npm test` names it in POSTRIDER_TEST_DIR and removes it at the end.
 * Without that (a plain mocha call), this process creates its own and removes it when it exits.
 */
export const runDirectory = (): string => process.env['POSTRIDER_TEST_DIR'] ?? (own ??= makeOwn())

const inRoot = (root: string): string => join(root, 'data', basename(runDirectory()))

/**
 * The directory for servers' files: in the run's directory or, for a server that sees only its root, below
 * that root.
 */
export const serverDirectory = (root?: string): string => {
  if (root === undefined) return runDirectory()
  const directory = inRoot(root)
  mkdirSync(directory, { recursive: true, mode: 0o711 })
  return directory
}

/** A path as seen by a server in the root. */
export const seenFrom = (root: string | undefined, path: string): string =>
  root === undefined ? path : path.slice(root.length)

/** Removes the data of this run's stopped servers from roots. */
export const removeDataInRoots = (): void => {
  for (const engine of unpackedEngines) rmSync(inRoot(rootOf(engine)), { recursive: true, force: true })
}

/** A new, empty directory in the run's directory, or in the run's part of a root. */
export const freshDirectory = (prefix: string, root?: string): Promise<string> =>
  mkdtemp(join(serverDirectory(root), `${prefix}-`))
