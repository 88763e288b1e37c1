import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import ts from 'typescript'
import { repositoryRoot } from '../architecture/source-files.js'

const SOURCE = /^((?:.*\/)?)src\/(.+)\.tsx?$/

const optionsOf = (): ts.CompilerOptions => {
  const path = join(repositoryRoot, 'tsconfig.base.json')
  const { config } = ts.parseConfigFileTextToJson(path, readFileSync(path, 'utf8')) as { config: unknown }
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, repositoryRoot)
  // The compiler reads the kind of a module from manifests, which it doesn't see here. All files have this
  // kind.
  return { ...options, module: ts.ModuleKind.ESNext, sourceMap: false, declaration: false }
}

/**
 * Compiles sources in a copy of the tree, each separately (`isolatedModules`) and without a type check. The
 * output is the same as that of the whole compilation.
 */
export const transpileIn = (folder: string, paths: readonly string[]): void => {
  const compilerOptions = optionsOf()
  for (const path of paths) {
    const [, home, name] = SOURCE.exec(path) ?? []
    if (home === undefined || name === undefined) continue
    const [source, made] = [join(folder, path), join(folder, home, 'dist', `${name}.js`)]
    const { outputText } = ts.transpileModule(readFileSync(source, 'utf8'), {
      compilerOptions,
      fileName: source,
    })
    mkdirSync(dirname(made), { recursive: true })
    writeFileSync(made, outputText)
  }
}
