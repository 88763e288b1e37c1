import type { Node, ShapeNode } from '@postrider/core/kernel/codecs/codec'
import type { Json, JsonObject } from './json.js'

/** Copied through JSON, because the type of an example doesn't cover its nested values. */
const copied = (example: object): JsonObject => JSON.parse(JSON.stringify(example)) as JsonObject

/**
 * An example of a shape, composed from the examples of its parts: the required ones, and the first of
 * mutually exclusive ones.
 */
export const composeExample = ({ required, optional, rules }: ShapeNode): JsonObject => {
  if (rules.example !== undefined) return copied(rules.example)
  const chosen = Object.entries(optional).filter(([name]) => name === rules.exactlyOneOf?.[0])
  return Object.fromEntries(
    [...Object.entries(required), ...chosen].map(([name, node]) => [name, exampleFor(node)]),
  )
}

/** An example of any value: the one that its rules have, otherwise one composed of its parts. */
export const exampleFor = (node: Node): Json => {
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
      return {}
    case 'AnyObject':
      return copied(node.rules.example ?? {})
    case 'Shape':
      return composeExample(node)
    case 'Variant':
      return node.variants[0] === undefined ? null : exampleFor(node.variants[0])
  }
}
