import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { repositoryRoot } from '../architecture/source-files.js'
import type { Finding } from '../tidy/finding.js'
import type { Example } from './read-examples.js'

/** The folder of the examples as files, where every package of the repository can be imported. */
const FOLDER = join(repositoryRoot, 'test', 'examples')

const optionsOf = (): ts.CompilerOptions => {
  const path = join(repositoryRoot, 'tsconfig.base.json')
  const { config } = ts.parseConfigFileTextToJson(path, readFileSync(path, 'utf8')) as { config: unknown }
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, repositoryRoot)
  return {
    ...options,
    composite: false,
    incremental: false,
    declaration: false,
    declarationMap: false,
    noEmit: true,
    // An example shows what it declares, and doesn't use all of it.
    noUnusedLocals: false,
    noUnusedParameters: false,
    types: ['node', 'mocha'],
  }
}

/**
 * Files that were read and parsed once for all programs: the declarations that the examples import, and the
 * compiler's own.
 */
const PARSED = new Map<string, ts.SourceFile | undefined>()

const hostOf = (files: ReadonlyMap<string, string>, options: ts.CompilerOptions): ts.CompilerHost => {
  const host = ts.createCompilerHost(options)
  return {
    ...host,
    fileExists: (path) => files.has(path) || host.fileExists(path),
    readFile: (path) => files.get(path) ?? host.readFile(path),
    getSourceFile: (path, languageVersion, ...others) => {
      const text = files.get(path)
      if (text !== undefined) return ts.createSourceFile(path, text, languageVersion)
      if (!PARSED.has(path)) PARSED.set(path, host.getSourceFile(path, languageVersion, ...others))
      return PARSED.get(path)
    },
  }
}

const problemIn = ({ path, line }: Example, { file, start = 0, messageText }: ts.Diagnostic): Finding => ({
  path,
  line: line + (file === undefined ? 0 : file.getLineAndCharacterOfPosition(start).line),
  problem: ts.flattenDiagnosticMessageText(messageText, ' '),
})

/**
 * The compiler's errors in examples, all in one program over the built declarations. It is as strict as the
 * rest of the repository, and each example is a module of its own.
 */
export const brokenExamples = (examples: readonly Example[]): readonly Finding[] => {
  const paths = examples.map((_, index) => join(FOLDER, `${index}.ts`))
  const files = new Map(
    examples.map(({ text }, index) => [paths[index] ?? '', `${text}\nexport {}\n`] as const),
  )
  const options = optionsOf()
  const program = ts.createProgram({ rootNames: paths, options, host: hostOf(files, options) })
  return examples.flatMap((example, index) => {
    const file = program.getSourceFile(paths[index] ?? '')
    const diagnostics = [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)]
    return diagnostics.map((diagnostic) => problemIn(example, diagnostic))
  })
}
