import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freshDirectory } from './run-directory.js'

/** The output of a Node program, and the URLs of the files that it had loaded at its end. */
export interface LoadedFiles {
  readonly stdout: string
  readonly urls: readonly string[]
}

interface Coverage {
  readonly result: ReadonlyArray<{ readonly url: string }>
}

/** Runs a Node program in a directory. Its loaded files are those in the engine's coverage. */
export const filesLoadedBy = async (
  program: string,
  args: readonly string[],
  cwd: string,
): Promise<LoadedFiles> => {
  const coverage = await freshDirectory('coverage')
  const env = { ...process.env, NODE_V8_COVERAGE: coverage }
  const { stdout } = await promisify(execFile)(program, [...args], { cwd, env })
  const [report = ''] = readdirSync(coverage)
  const { result } = JSON.parse(readFileSync(join(coverage, report), 'utf8')) as Coverage
  return { stdout, urls: result.map(({ url }) => url).filter((url) => url.startsWith('file:')) }
}
