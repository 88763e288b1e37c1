import type { Node, ShapeNode } from '@postrider/core/kernel/codecs/codec'
import type { Json, JsonObject } from './json.js'

/**
 * An example of a shape, composed from the examples of its parts: the required ones, and the first of
 * mutually exclusive ones.
 */
export const composeExample = ({ required, optional, rules }: ShapeNode): JsonObject => {
  // Copied through JSON, because the type of an example doesn't cover its nested values.
  if (rules.example !== undefined) return JSON.parse(JSON.stringify(rules.example)) as JsonObject
  const chosen = Object.entries(optional).filter(([name]) => name === rules.exactlyOneOf?.[0])
  return Object.fromEntries(
    [...Object.entries(required), ...chosen].map(([name, node]) => [name, exampleFor(node)]),
  )
}

const exampleFor = (node: Node): Json => {
  switch (node._tag) {
    case 'Text':
      return node.rules.example ?? 'text'
    case 'Integer':
      return node.rules.example ?? node.rules.min ?? 0
    case 'Flag':
      return true
    case 'Literals':
      return node.values[0] ?? ''
    case 'Nullable':
      return node.inner._tag === 'Text' && node.inner.rules.example !== undefined
        ? exampleFor(node.inner)
        : null
    case 'Defaulted':
      return exampleFor(node.inner)
    case 'List':
      return [exampleFor(node.item)]
    case 'TextMap':
    case 'AnyObject':
      return {}
    case 'Shape':
      return composeExample(node)
    case 'Variant':
      return node.variants[0] === undefined ? null : exampleFor(node.variants[0])
  }
}
