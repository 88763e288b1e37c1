import { relative } from 'node:path'
import ts from 'typescript'
import { eachNode, repositoryRoot } from './source-files.js'

const OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  strict: true,
  noEmit: true,
  skipLibCheck: true,
}

/** `Interface.member`, if the name is a member of an interface. */
const memberNamed = (checker: ts.TypeChecker, node: ts.Identifier): string | undefined => {
  const symbol = checker.getSymbolAtLocation(node)
  const binding = node.parent
  const isBound = ts.isBindingElement(binding) && ts.isObjectBindingPattern(binding.parent)
  const bound = isBound
    ? checker.getTypeAtLocation(binding.parent).getProperty((binding.propertyName ?? node).getText())
    : undefined
  const declaration = (bound ?? symbol)?.declarations?.[0]
  const owner = declaration?.parent
  return owner !== undefined && ts.isInterfaceDeclaration(owner)
    ? `${owner.name.text}.${node.text}`
    : undefined
}

/**
 * Finds the uses of members of interfaces with the compiler's types, whatever the objects are called. Returns
 * the files of each member, in alphabetical order. A declaration isn't a use.
 */
export const findUses = (
  paths: readonly string[],
  members: readonly string[],
): Readonly<Record<string, readonly string[]>> => {
  const roots = paths.map((path) => `${repositoryRoot}${path}`)
  const program = ts.createProgram(roots, OPTIONS)
  const checker = program.getTypeChecker()
  const names = new Set(members.map((member) => member.slice(member.indexOf('.') + 1)))
  const uses = new Map<string, Set<string>>(members.map((member) => [member, new Set()]))
  for (const root of roots) {
    const file = program.getSourceFile(root)
    if (file === undefined) throw new Error(`${root} is no part of the program`)
    eachNode(file, (node) => {
      if (!ts.isIdentifier(node) || !names.has(node.text)) return
      if (ts.isMethodSignature(node.parent) || ts.isPropertySignature(node.parent)) return
      const member = memberNamed(checker, node)
      if (member !== undefined) uses.get(member)?.add(relative(repositoryRoot, root))
    })
  }
  return Object.fromEntries([...uses].map(([member, files]) => [member, [...files].sort()]))
}
