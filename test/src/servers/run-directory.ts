import { mkdtempSync, rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

let own: string | undefined

const makeOwn = (): string => {
  const directory = mkdtempSync(join(tmpdir(), 'postrider-test-'))
  process.once('exit', () => rmSync(directory, { recursive: true, force: true }))
  return directory
}

/**
 * The throwaway folder of this run. `npm test` names it in POSTRIDER_TEST_DIR and removes it at the end;
 * without that (a bare mocha call) this process makes one of its own and removes it when it exits.
 */
export const runDirectory = (): string => process.env['POSTRIDER_TEST_DIR'] ?? (own ??= makeOwn())

/** A new, empty folder below the run's folder. */
export const freshDirectory = (prefix: string): Promise<string> => mkdtemp(join(runDirectory(), `${prefix}-`))
