import { parse, type SourceFile } from '../architecture/source-files.js'
import ts from 'typescript'
import { exportedNames, lineOf } from './exported-names.js'
import type { Finding } from './finding.js'

interface Declared {
  readonly name: string
  readonly path: string
  readonly line: number
}

const declaredIn = (source: SourceFile): Declared[] => {
  const file = parse(source)
  const own = exportedNames(file).filter(
    ({ declaration }) => !ts.isExportSpecifier(declaration) && !ts.isNamespaceExport(declaration),
  )
  const lines = new Map(own.map(({ name, declaration }) => [name, lineOf(file, declaration)]))
  return [...lines].map(([name, line]) => ({ name, path: source.path, line }))
}

/** Only names of one package can be confused: an import names its package. */
const packageOf = ({ path }: Declared): string => path.slice(0, path.indexOf('/src/'))

/**
 * Finds exported names that two files of a package declare, so that a reader can confuse them.
 */
export const sharedNames = (sources: readonly SourceFile[]): Finding[] => {
  const first = new Map<string, Declared>()
  return sources.flatMap(declaredIn).flatMap((declared) => {
    const { name, path, line } = declared
    const key = `${packageOf(declared)} ${name}`
    const other = first.get(key)
    if (other !== undefined)
      return [{ path, line, problem: `${name} is the name of something else in ${other.path}` }]
    first.set(key, declared)
    return []
  })
}
