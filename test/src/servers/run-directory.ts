import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { rootOf, unpackedEngines } from './unpacked-engines.js'

/** The parents of runs' folders: `npm test` puts its servers' data into memory if there is enough (scripts/servers.mjs). */
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
 * The throwaway folder of this run. `npm test` names it in POSTRIDER_TEST_DIR and removes it at the end;
 * without that (a bare mocha call) this process makes one of its own and removes it when it exits.
 */
export const runDirectory = (): string => process.env['POSTRIDER_TEST_DIR'] ?? (own ??= makeOwn())

const inRoot = (root: string): string => join(root, 'data', basename(runDirectory()))

/** Where servers of the run keep their files: in the run's folder or, for a server that sees only its root, below that. */
export const serverDirectory = (root?: string): string => {
  if (root === undefined) return runDirectory()
  const directory = inRoot(root)
  mkdirSync(directory, { recursive: true, mode: 0o711 })
  return directory
}

/** A path as a server in the root sees it. */
export const seenFrom = (root: string | undefined, path: string): string =>
  root === undefined ? path : path.slice(root.length)

/** Removes what this run's servers have kept in roots, once they are stopped. */
export const removeDataInRoots = (): void => {
  for (const engine of unpackedEngines) rmSync(inRoot(rootOf(engine)), { recursive: true, force: true })
}

/** A new, empty folder below the run's folder, or below the run's part of a root. */
export const freshDirectory = (prefix: string, root?: string): Promise<string> =>
  mkdtemp(join(serverDirectory(root), `${prefix}-`))
