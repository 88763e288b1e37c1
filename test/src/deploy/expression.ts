import type { SyntaxNode } from '@lezer/common'
import { parser } from '@prometheus-io/lezer-promql'

/** Series that an expression reads: a name, and the labels of its matchers. */
interface Selector {
  readonly name: string
  readonly labels: readonly string[]
}

/** Labels that an expression groups or matches by, and the names of their series. */
interface Grouping {
  readonly labels: readonly string[]
  readonly names: readonly string[]
}

/** The names and labels that an expression uses of the metrics. */
export interface Demands {
  readonly selectors: readonly Selector[]
  readonly groupings: readonly Grouping[]
}

/** The nodes of these kinds within one, that one included. */
const within = (node: SyntaxNode, kinds: readonly string[]): readonly SyntaxNode[] => {
  const found: SyntaxNode[] = []
  node.cursor().iterate((each) => {
    if (kinds.includes(each.name)) found.push(each.node)
  })
  return found
}

/** Reads an expression with the grammar of Prometheus's own editor. Throws if it is invalid. */
export const readExpression = (expression: string): Demands => {
  const { topNode } = parser.parse(expression)
  const textOf = ({ from, to }: SyntaxNode): string => expression.slice(from, to)
  const labelsIn = (node: SyntaxNode): readonly string[] => within(node, ['LabelName']).map(textOf)
  const namesIn = (node: SyntaxNode): readonly string[] =>
    within(node, ['VectorSelector']).map((selector) => {
      const name = selector.getChild('Identifier')
      if (name === null) throw new Error(`series without a name in: ${expression}`)
      return textOf(name)
    })
  const [error] = within(topNode, ['⚠'])
  if (error !== undefined) throw new Error(`no expression, at ${error.from}: ${expression}`)
  return {
    selectors: within(topNode, ['VectorSelector']).map((selector) => ({
      name: namesIn(selector)[0] ?? '',
      labels: labelsIn(selector),
    })),
    groupings: within(topNode, ['AggregateModifier', 'MatchingModifierClause']).map((modifier) => ({
      labels: labelsIn(modifier),
      names: namesIn(modifier.parent ?? topNode),
    })),
  }
}

/** Names of series, and their labels. */
export type KnownSeries = ReadonlyMap<string, ReadonlySet<string>>

/** The labels that Prometheus adds to everything that it reads. */
const ALWAYS = ['instance', 'job']

/** The unknown names in an expression, a sentence each. */
export const faultsOf = (expression: string, known: KnownSeries): readonly string[] => {
  const { selectors, groupings } = readExpression(expression)
  const has = (name: string, label: string): boolean =>
    ALWAYS.includes(label) || known.get(name)?.has(label) === true
  return [
    ...selectors.flatMap(({ name, labels }) => {
      if (!known.has(name)) return [`there is no ${name}: ${expression}`]
      const missing = labels.filter((label) => !has(name, label))
      return missing.map((label) => `${name} has no label ${label}: ${expression}`)
    }),
    ...groupings.flatMap(({ labels, names }) =>
      labels
        .filter((label) => !names.some((name) => has(name, label)))
        .map((label) => `none of ${names.join(', ')} has a label ${label}: ${expression}`),
    ),
  ]
}
