import { posix } from 'node:path'
import ts from 'typescript'
import { eachNode, parse, type SourceFile } from '../architecture/source-files.js'
import type { Package } from '../architecture/import-rules.js'
import { exportedNames, lineOf } from './exported-names.js'
import type { Finding } from './finding.js'

const everything = '*'

/** The names of each file that are imported somewhere. */
type Uses = Map<string, Set<string>>

/** The source of an import without its extension, or undefined for a foreign one. */
const stemOf = (path: string, specifier: string, packages: readonly Package[]): string | undefined => {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(path), specifier).replace(/\.js$/, '')
  const owner = packages.find(({ name }) => specifier.startsWith(`${name}/`))
  return owner === undefined ? undefined : `${owner.folder}/src${specifier.slice(owner.name.length)}`
}

const importedNames = (clause: ts.ImportClause | undefined): string[] => {
  if (clause === undefined) return []
  const own = clause.name === undefined ? [] : ['default']
  const bindings = clause.namedBindings
  if (bindings === undefined) return own
  if (ts.isNamespaceImport(bindings)) return [...own, everything]
  return [...own, ...bindings.elements.map((element) => (element.propertyName ?? element.name).text)]
}

const reExportedNames = ({ exportClause }: ts.ExportDeclaration): string[] =>
  exportClause === undefined || ts.isNamespaceExport(exportClause)
    ? [everything]
    : exportClause.elements.map((element) => (element.propertyName ?? element.name).text)

const usesOf = (node: ts.Node): { specifier: ts.Node; names: string[] } | undefined => {
  if (ts.isImportDeclaration(node))
    return { specifier: node.moduleSpecifier, names: importedNames(node.importClause) }
  if (ts.isExportDeclaration(node) && node.moduleSpecifier !== undefined)
    return { specifier: node.moduleSpecifier, names: reExportedNames(node) }
  if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument))
    return { specifier: node.argument.literal, names: [everything] }
  if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
    const specifier = node.arguments[0]
    return specifier === undefined ? undefined : { specifier, names: [everything] }
  }
  return undefined
}

const noteUses = (file: ts.SourceFile, packages: readonly Package[], uses: Uses): void =>
  eachNode(file, (node) => {
    const use = usesOf(node)
    if (use === undefined || !ts.isStringLiteralLike(use.specifier)) return
    const stem = stemOf(file.fileName, use.specifier.text, packages)
    if (stem === undefined) return
    const names = uses.get(stem) ?? new Set()
    use.names.forEach((name) => names.add(name))
    uses.set(stem, names)
  })

/** The name of a declaration, of a member or in an export list declares and doesn't use. */
const isUse = (node: ts.Identifier): boolean => {
  const { parent } = node
  if (ts.isShorthandPropertyAssignment(parent)) return true
  if (ts.isExportSpecifier(parent)) return false
  return (parent as { name?: ts.Node }).name !== node
}

const namesUsedWithin = (file: ts.SourceFile): Set<string> => {
  const names = new Set<string>()
  eachNode(file, (node) => {
    if (ts.isIdentifier(node) && isUse(node)) names.add(node.text)
  })
  return names
}

const isScript = (path: string): boolean => path.startsWith('scripts/')

const isTest = (path: string): boolean => /^(test|bench)\//.test(path)

/** Scripts import compiled files: `hosts/wiring/dist/providers.js` means all of its source. */
const noteScript = ({ text }: SourceFile, uses: Uses): void => {
  for (const [, home = '', file = ''] of text.matchAll(/'([\w/-]+)\/dist\/([\w/-]+)\.js'/g))
    uses.set(`${home}/src/${file}`, new Set([everything]))
}

/**
 * Finds exports that no file imports and that their own file doesn't use either. A use by a test doesn't
 * count, because code only for tests has no purpose. The names of `isOffered` are for embedders, whether or
 * not this repository uses them.
 */
export const deadExports = (
  sources: readonly SourceFile[],
  packages: readonly Package[],
  isOffered: (path: string, declaration: ts.Node) => boolean,
): Finding[] => {
  const uses: Uses = new Map()
  const files = sources.filter(({ path }) => !isTest(path) && !isScript(path)).map(parse)
  files.forEach((file) => noteUses(file, packages, uses))
  sources.filter(({ path }) => isScript(path)).forEach((script) => noteScript(script, uses))
  return files.flatMap((file) => {
    const imported = uses.get(file.fileName.replace(/\.tsx?$/, '')) ?? new Set()
    if (imported.has(everything)) return []
    const within = namesUsedWithin(file)
    return exportedNames(file)
      .filter(({ name }) => !imported.has(name) && !within.has(name))
      .filter(({ declaration }) => !isOffered(file.fileName, declaration))
      .map(({ name, declaration }) => ({
        path: file.fileName,
        line: lineOf(file, declaration),
        problem: `${name} is exported and used by nobody`,
      }))
  })
}
