import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

/** A file of the repository. The path is relative to its root, with slashes. */
export interface SourceFile {
  readonly path: string
  readonly text: string
}

/** The root of the repository, three folders above this compiled file. */
export const repositoryRoot = fileURLToPath(new URL('../../../', import.meta.url))

const neverEntered = new Set([
  'node_modules',
  'dist',
  'bundle',
  '.git',
  '.postrider',
  'bench-results',
  'coverage',
])

const walk = (folder: string): string[] =>
  readdirSync(join(repositoryRoot, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`
    if (entry.isDirectory()) return neverEntered.has(entry.name) ? [] : walk(path)
    return entry.isFile() ? [path] : []
  })

/** The path of every file of the repository that isn't installed, compiled or made at run time. */
export const repositoryPaths = (): readonly string[] => walk('')

/** Every such file whose path matches. */
export const repositoryFiles = (matching: RegExp): SourceFile[] =>
  repositoryPaths()
    .filter((path) => matching.test(path))
    .map((path) => ({ path, text: readFileSync(join(repositoryRoot, path), 'utf8') }))

/** The TypeScript of all packages. */
export const packageSources = (): SourceFile[] =>
  repositoryFiles(
    /^(core|contracts|(adapters|hosts|embedding|clients)\/[^/]+|web|test|bench)\/(src|web)\/.*\.tsx?$/,
  )

/** The syntax tree of a file, with parents. */
export const parse = ({ path, text }: SourceFile): ts.SourceFile =>
  ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)

/** Calls `visit` with every node of the tree, the root included. */
export const eachNode = (root: ts.Node, visit: (node: ts.Node) => void): void => {
  visit(root)
  ts.forEachChild(root, (child) => eachNode(child, visit))
}
