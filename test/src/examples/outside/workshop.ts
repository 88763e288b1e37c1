import { execFile } from 'node:child_process'
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { repositoryRoot } from '../../architecture/source-files.js'
import { filesLoadedBy } from '../../servers/loaded-files.js'
import { freshDirectory } from '../../servers/run-directory.js'
import { type ServerProcess, startProcess } from '../../servers/server-process.js'

const execute = promisify(execFile)

/** A process that still runs then is stuck. An example that leaves something open never ends. */
const STUCK_AFTER_MS = 580_000

export type ExampleName =
  | 'send-one'
  | 'batch-from-csv'
  | 'express-otp-login'
  | 'agent-onboards'
  | 'receive-events'
  | 'own-provider'
  | 'own-queue-redis'
  | 'own-sql-engine'
  | 'service'

/** A folder outside the repository, with the examples installed on the packed packages. */
export interface Workshop {
  /** A folder of a trial's own below it. */
  place(name: string): string
  /** A file of the copy of an example. */
  fileOf(example: ExampleName, file: string): string
  /**
   * Runs a script of an example to its end, and returns its output. Throws with all of the output if it
   * fails.
   */
  run(example: ExampleName, script: string, env?: NodeJS.ProcessEnv): Promise<string>
  /** Starts a file of an example, which keeps running. Its output goes to the log file. */
  start(
    example: ExampleName,
    file: string,
    env: NodeJS.ProcessEnv,
  ): Promise<{ process: ServerProcess; output(): string }>
  /** The files that a process has loaded after it has imported a package. */
  loadedBy(name: string): Promise<readonly string[]>
  /** Checks the types of all of them, and of every declaration that they use. */
  types(): Promise<void>
}

const EXAMPLES = join(repositoryRoot, 'examples')

/** Files that an example installed or made stay in place. */
const isOwn = (path: string): boolean => !/\/(node_modules|data)(\/|$)|\.sent\.csv$/.test(path)

const pack = async (folder: string): Promise<ReadonlyMap<string, string>> => {
  const script = `import('./scripts/pack-packages.mjs')
    .then(({ packPackages }) => packPackages(${JSON.stringify(folder)}))
    .then((tarballs) => console.log(JSON.stringify([...tarballs])))`
  const { stdout } = await execute(process.execPath, ['-e', script], { cwd: repositoryRoot })
  return new Map(JSON.parse(stdout) as Array<[string, string]>)
}

const failureOf = (what: string, error: unknown): Error => {
  const { stdout = '', stderr = '' } = error as { readonly stdout?: string; readonly stderr?: string }
  return new Error(`${what} failed:\n${stdout}${stderr}`, { cause: error })
}

const runIn = async (folder: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<string> => {
  try {
    const options = {
      cwd: folder,
      env: { ...process.env, ...env },
      timeout: STUCK_AFTER_MS,
      maxBuffer: 2 ** 26,
    }
    return (await execute('npm', [...args], options)).stdout
  } catch (error) {
    throw failureOf(`npm ${args.join(' ')}`, error)
  }
}

/**
 * Packs every package, copies the examples next to them, and installs. Versions in the examples mean the
 * packed packages, and the rest comes from the registry. The repository doesn't change.
 */
export const openWorkshop = async (say: (line: string) => void): Promise<Workshop> => {
  const folder = await freshDirectory('examples')
  say('packing')
  const tarballs = await pack(join(folder, 'tarballs'))
  const names = readdirSync(EXAMPLES)
  for (const name of names)
    cpSync(join(EXAMPLES, name), join(folder, name), { recursive: true, filter: isOwn })
  const dependencies = Object.fromEntries([...tarballs].map(([name, file]) => [name, `file:${file}`]))
  const manifest = { name: 'outside', private: true, workspaces: names, dependencies }
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest))
  const all = { extends: './own-provider/tsconfig.json', include: ['*/*.ts'] }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(all))
  say(`installing ${tarballs.size} tarballs and what they stand on`)
  await runIn(folder, ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'], {})
  const tsx = join(folder, 'node_modules/tsx/dist/cli.mjs')
  return {
    place: (name) => {
      const path = join(folder, 'places', name)
      rmSync(path, { recursive: true, force: true })
      return path
    },
    fileOf: (example, file) => join(folder, example, file),
    run: (example, script, env = {}) => runIn(join(folder, example), ['run', '--silent', script], env),
    start: async (example, file, env) => {
      const logFile = join(folder, `${example}.log`)
      const args = [tsx, join(folder, example, file)]
      const started = await startProcess({
        path: process.execPath,
        args,
        env: { ...process.env, ...env },
        logFile,
      })
      return { process: started, output: () => readFileSync(logFile, 'utf8') }
    },
    loadedBy: async (name) => {
      const program = ['--input-type=module', '-e', `await import(${JSON.stringify(name)})`]
      return (await filesLoadedBy(process.execPath, program, folder)).urls
    },
    types: async () => {
      await runIn(folder, ['exec', '--', 'tsc', '-p', folder], {})
    },
  }
}
