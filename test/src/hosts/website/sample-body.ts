import type { Node, ShapeNode } from '@postrider/core/kernel/codecs/codec'

/** The identifier in the scene of a test for a property; undefined if the test creates none. */
export type SceneIds = (property: string) => Promise<string | undefined>

const LATER = '2099-01-01T00:00:00.000Z'

const sampleText = ({ rules }: Extract<Node, { _tag: 'Text' }>): string => {
  if (rules.format === 'date-time') return LATER
  if (rules.example !== undefined) return rules.example
  return rules.format === 'email' ? 'somebody@example.com' : 'x'.repeat(rules.minLength ?? 1)
}

const sampleOf = async (node: Node, property: string, ids: SceneIds): Promise<unknown> => {
  switch (node._tag) {
    case 'Text':
      return (await ids(property)) ?? sampleText(node)
    case 'Integer':
      return node.rules.example ?? node.rules.min ?? 1
    case 'Flag':
      return true
    case 'Literals':
      return node.values[0]
    case 'Nullable':
    case 'Defaulted':
      return sampleOf(node.inner, property, ids)
    case 'List':
      return [await sampleOf(node.item, property, ids)]
    case 'TextMap':
    case 'AnyObject':
      return {}
    case 'Variant':
      return node.variants[0] === undefined ? {} : sampleOf(node.variants[0], property, ids)
    case 'Shape':
      return sampleBody(node, ids)
  }
}

/**
 * A body generated from its codec: with required fields, and with the first of mutually exclusive ones.
 * Identifiers are those of the scene; everything else is the contract's example.
 */
export const sampleBody = async (
  { required, optional, rules }: ShapeNode,
  ids: SceneIds,
): Promise<Readonly<Record<string, unknown>>> => {
  const [chosen] = rules.exactlyOneOf ?? []
  const also = chosen === undefined ? {} : { [chosen]: optional[chosen] }
  const made: Record<string, unknown> = {}
  for (const [property, node] of Object.entries({ ...required, ...also }))
    if (node !== undefined && node._tag !== 'Defaulted') made[property] = await sampleOf(node, property, ids)
  return made
}
