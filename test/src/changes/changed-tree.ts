import { execFile } from 'node:child_process'
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { repositoryRoot } from '../architecture/source-files.js'
import { freshDirectory } from '../servers/run-directory.js'
import { touchedBy } from './change-table.js'
import { transpileIn } from './transpile.js'

const exec = promisify(execFile)

/** A copy of this tree, compiled as this one is, that patches can be tried on. */
export interface ChangedTree {
  /** Applies a patch of `test/changes`; rejects with a sentence where it does not fit. */
  apply(patch: string): Promise<void>
  /** Takes it back. */
  revert(patch: string): Promise<void>
  /** Compiles what is out of date, and writes the documents that follow; rejects with what the compiler says. */
  compile(): Promise<void>
  /** Judges the types of all packages at once, from their sources; rejects with what is wrong. */
  judgeTypes(): Promise<void>
  /** Compiles the files of patches alone, whatever their types are, and writes the documents that follow. */
  compileFilesOf(patches: readonly string[]): Promise<void>
  /** Runs test files, named by their sources; rejects with what the failing ones say. */
  test(suites: readonly string[]): Promise<void>
  remove(): void
}

/** Where the patch of that name lies. */
export const patchFile = (name: string): string => join(repositoryRoot, 'test', 'changes', `${name}.patch`)

/** What somebody does about a patch that does not fit any more. */
export const RENEWAL =
  'run `npm run fix`, which makes it anew by a three-way merge; what it cannot merge, change by hand and ' +
  'keep with `node scripts/changes.mjs take NAME`'

const MOST_OUTPUT = 16 * 1024 * 1024
const LEFT_OUT = new Set(['.git', 'node_modules', '.postrider', 'data', 'bench-results', '.env'])
const INSTALLED = join(repositoryRoot, 'node_modules')

/** What listens in the tree, or has, is no part of it. */
const isNoSocket = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false })?.isSocket() === false

/**
 * The compiler knows files again by their paths within the tree, so that what is installed has to lie in the copy: as links to
 * the same files where the disk is the same.
 */
const copyInto = async (folder: string): Promise<void> => {
  const filter = (path: string): boolean => !LEFT_OUT.has(basename(path)) && isNoSocket(path)
  const options = { recursive: true, preserveTimestamps: true, verbatimSymlinks: true, filter }
  for (const name of readdirSync(repositoryRoot).filter((each) => filter(join(repositoryRoot, each))))
    cpSync(join(repositoryRoot, name), join(folder, name), options)
  const packages = join(folder, 'node_modules')
  mkdirSync(packages)
  const names = readdirSync(INSTALLED).filter((name) => name !== '.cache')
  const copied = ['-a', ...names.map((name) => join(INSTALLED, name)), packages]
  await exec('cp', ['-l', ...copied]).catch(() => exec('cp', copied))
}

/** Adapters that a change has added are found under their names, as after `npm install`. */
const linkNewAdapters = (folder: string): void => {
  for (const name of readdirSync(join(folder, 'adapters'))) {
    const link = join(folder, 'node_modules', '@postrider', name)
    if (!existsSync(link)) symlinkSync(join('..', '..', 'adapters', name), link)
  }
}

const TYPES = 'tsconfig.types.json'
const NO_RULES = 'no-rules.json'

/** The folders of all packages, as the root's project names them. */
const packageFolders = (folder: string): readonly string[] => {
  const { references } = JSON.parse(readFileSync(join(folder, 'tsconfig.json'), 'utf8')) as {
    references: readonly { readonly path: string }[]
  }
  return references.map(({ path }) => path)
}

/** One project of all sources, in which packages find each other's sources instead of what was built. */
const writeProjectOfTypes = (folder: string): readonly string[] => {
  const folders = packageFolders(folder)
  const nameOf = (home: string): string =>
    (JSON.parse(readFileSync(join(folder, home, 'package.json'), 'utf8')) as { name: string }).name
  const sources = folders.map((home) => `${home}/src`)
  const compilerOptions = {
    composite: false,
    incremental: false,
    declaration: false,
    declarationMap: false,
    noEmit: true,
    types: ['node', 'mocha'],
    paths: Object.fromEntries(folders.map((home) => [`${nameOf(home)}/*`, [`./${home}/src/*`]])),
  }
  const project = { extends: './tsconfig.base.json', compilerOptions, include: sources }
  writeFileSync(join(folder, TYPES), JSON.stringify(project))
  writeFileSync(join(folder, NO_RULES), JSON.stringify({ categories: { correctness: 'off' } }))
  return sources
}

/** What failed, in the words of the program that said so. */
const said = (cause: unknown): Error => {
  const { stdout = '', stderr = '', message } = cause as Error & { stdout?: string; stderr?: string }
  const text = `${stdout}${stderr}`.trim()
  return new Error(text === '' ? message : text, { cause })
}

const compiledOf = (suite: string): string =>
  suite.replace(/^test\/src\//, 'test/dist/').replace(/\.ts$/, '.js')

/** Copies the working tree with what is compiled in it. */
export const changedTree = async (): Promise<ChangedTree> => {
  const folder = await freshDirectory('changes')
  await copyInto(folder)
  // Below another repository git would take the copy for a part of it, and apply nothing.
  const env = { ...process.env, GIT_CEILING_DIRECTORIES: dirname(folder) }
  const run = async (command: string, args: readonly string[]): Promise<void> => {
    try {
      await exec(command, args, { cwd: folder, env, maxBuffer: MOST_OUTPUT })
    } catch (cause) {
      throw said(cause)
    }
  }
  const tool = (path: string, ...args: readonly string[]): Promise<void> =>
    run(process.execPath, [join(folder, 'node_modules', path), ...args])
  const writeDocuments = (): Promise<void> =>
    run(process.execPath, [join(folder, 'scripts', 'write-documents.mjs')])
  return {
    apply: async (patch) => {
      try {
        await run('git', ['apply', patchFile(patch)])
      } catch (cause) {
        const { message } = cause as Error
        throw new Error(`test/changes/${patch}.patch does not fit any more: ${RENEWAL}\n${message}`, {
          cause,
        })
      }
    },
    revert: (patch) => run('git', ['apply', '--reverse', patchFile(patch)]),
    compile: async () => {
      linkNewAdapters(folder)
      await tool('typescript/bin/tsc', '-b')
      await writeDocuments()
    },
    judgeTypes: async () => {
      linkNewAdapters(folder)
      const sources = writeProjectOfTypes(folder)
      const how = ['--config', NO_RULES, '--tsconfig', TYPES, '--type-aware', '--type-check']
      await tool('oxlint/bin/oxlint', ...how, '--deny-warnings', ...sources)
    },
    compileFilesOf: async (patches) => {
      linkNewAdapters(folder)
      transpileIn(
        folder,
        patches.flatMap((patch) => touchedBy(readFileSync(patchFile(patch), 'utf8'))),
      )
      await writeDocuments()
    },
    test: (suites) => tool('mocha/bin/mocha.js', '--reporter', 'dot', ...suites.map(compiledOf)),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
