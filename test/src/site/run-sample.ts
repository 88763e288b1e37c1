import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import ts from 'typescript'
import { expect } from 'chai'
import { binary } from '../servers/binaries.js'

const run = promisify(execFile)

type Command = readonly [program: string, ...args: readonly string[]]

/** A language of the samples: the file, the command that runs it, and changes that only tests need. */
interface Language {
  readonly file: string
  readonly command: () => Command
  readonly prepare?: (code: string) => string
}

/** Node of any version runs it. */
const asJavaScript = (code: string): string =>
  ts.transpileModule(code, {
    compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext },
  }).outputText

const LANGUAGES: Readonly<Record<string, Language>> = {
  bash: { file: 'sample.sh', command: () => ['bash', 'sample.sh'] },
  typescript: { file: 'sample.mjs', command: () => [process.execPath, 'sample.mjs'], prepare: asJavaScript },
  python: { file: 'sample.py', command: () => [binary('python3'), 'sample.py'] },
  php: { file: 'sample.php', command: () => [binary('php'), 'sample.php'] },
  go: { file: 'sample.go', command: () => [binary('go'), 'run', 'sample.go'] },
}

/** The languages of the samples, by the names of their blocks. */
export const SAMPLE_LANGUAGES = Object.keys(LANGUAGES)

/** Runs a sample in a folder with these variables, and returns what it prints. */
export const runSample = async (
  folder: string,
  language: string,
  code: string,
  variables: Readonly<Record<string, string>>,
): Promise<string> => {
  const { file, command, prepare } = LANGUAGES[language] ?? expect.fail(language)
  writeFileSync(join(folder, file), prepare === undefined ? code : prepare(code))
  const [program, ...args] = command()
  const { stdout } = await run(program, args, {
    cwd: folder,
    env: {
      ...process.env,
      ...variables,
      GO111MODULE: 'off',
      CGO_ENABLED: '0',
      GOCACHE: join(folder, '.cache'),
    },
  })
  return stdout
}
