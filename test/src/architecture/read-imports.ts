import ts from 'typescript'
import { eachNode, parse, type SourceFile } from './source-files.js'

/** The specifier of an import whose argument isn't a plain string, so that no rule can check it. */
export const computedSpecifier = '<computed>'

const isImportCall = (node: ts.Node): node is ts.CallExpression =>
  ts.isCallExpression(node) &&
  (node.expression.kind === ts.SyntaxKind.ImportKeyword ||
    (ts.isIdentifier(node.expression) && node.expression.text === 'require'))

const specifierNode = (node: ts.Node): ts.Node | undefined => {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return node.moduleSpecifier
  if (ts.isExternalModuleReference(node)) return node.expression
  if (ts.isImportTypeNode(node))
    return ts.isLiteralTypeNode(node.argument) ? node.argument.literal : node.argument
  return isImportCall(node) ? node.arguments[0] : undefined
}

/** The imports of a file, static, dynamic, of types or by re-export: each specifier once. */
export const readImports = (file: SourceFile): string[] => {
  const found = new Set<string>()
  eachNode(parse(file), (node) => {
    const specifier = specifierNode(node)
    if (specifier !== undefined)
      found.add(ts.isStringLiteralLike(specifier) ? specifier.text : computedSpecifier)
  })
  return [...found]
}
