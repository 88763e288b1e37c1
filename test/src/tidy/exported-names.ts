import ts from 'typescript'

/** A name that a file exports, and the node that declares it. */
export interface ExportedName {
  readonly name: string
  readonly declaration: ts.Node
}

const isExported = (node: ts.Node): boolean =>
  ts.canHaveModifiers(node) &&
  (ts.getModifiers(node) ?? []).some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)

const bound = (name: ts.BindingName): ExportedName[] => {
  if (ts.isIdentifier(name)) return [{ name: name.text, declaration: name.parent }]
  return name.elements.flatMap((element) => (ts.isBindingElement(element) ? bound(element.name) : []))
}

const ofClause = (clause: ts.NamedExportBindings): ExportedName[] =>
  ts.isNamespaceExport(clause)
    ? [{ name: clause.name.text, declaration: clause }]
    : clause.elements.map((element) => ({ name: element.name.text, declaration: element }))

const ofStatement = (statement: ts.Statement): ExportedName[] => {
  if (ts.isExportDeclaration(statement))
    return statement.exportClause === undefined ? [] : ofClause(statement.exportClause)
  if (ts.isExportAssignment(statement)) return [{ name: 'default', declaration: statement }]
  if (!isExported(statement)) return []
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.flatMap(({ name }) => bound(name))
  const { name } = statement as ts.DeclarationStatement
  return [{ name: name === undefined ? 'default' : name.text, declaration: statement }]
}

/** The names that a file exports. `export *` has none of its own. */
export const exportedNames = (file: ts.SourceFile): ExportedName[] => file.statements.flatMap(ofStatement)

const isFunctionValue = (node: ts.Node | undefined): boolean =>
  node !== undefined && (ts.isArrowFunction(node) || ts.isFunctionExpression(node))

/** Whether the declaration is a function, in either form. */
export const isFunction = (declaration: ts.Node): boolean =>
  ts.isFunctionDeclaration(declaration) ||
  (ts.isVariableDeclaration(declaration) && isFunctionValue(declaration.initializer))

/** The line on which a node starts, from 1. */
export const lineOf = (file: ts.SourceFile, node: ts.Node): number =>
  file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1
