import { isObject } from './base-codec.js'
import type { Codec, Node, Read } from './codec.js'
import { Faults } from './fault.js'
import { lengthFaults } from './list.js'

/** A value without the parts that break the rules of its shape. */
export type WellShaped<A> = A extends readonly (infer Item)[]
  ? ReadonlyArray<WellShaped<Item> | undefined>
  : A extends object
    ? { readonly [K in keyof A]?: WellShaped<A[K]> | undefined }
    : A

/**
 * Reads the well-shaped parts of an input, so that a malformed request can also get the other errors that it
 * has (`docs/decisions/0032`). Missing, invalid and unknown properties are absent; list entries keep their
 * positions. A list with a forbidden length is absent as a whole, so that no more is inspected than a request
 * may hold. It is for refused inputs: a decoded input is entirely well-shaped.
 */
export const wellShaped = <A>(codec: Codec<A>): ((input: unknown) => WellShaped<A>) => {
  const read = readerOf(codec)
  return (input) => (read(input) ?? {}) as WellShaped<A>
}

const readerOf = (node: Node): Read => {
  switch (node._tag) {
    case 'Nullable': {
      const inner = readerOf(node.inner)
      return (input) => (input === null ? null : inner(input))
    }
    case 'Defaulted': {
      const inner = readerOf(node.inner)
      return (input) => (input === undefined ? node.value : inner(input))
    }
    case 'List': {
      const item = readerOf(node.item)
      return (input) =>
        Array.isArray(input) && lengthFaults(node.rules, input) === undefined ? input.map(item) : undefined
    }
    case 'TextMap': {
      const [isName, isValue] = [node.names.refusal, node.values.refusal]
      const fits = ([name, value]: [string, unknown]) =>
        isName(name) === undefined && isValue(value) === undefined
      return (input) => (isObject(input) ? Object.fromEntries(Object.entries(input).filter(fits)) : undefined)
    }
    case 'Shape': {
      const fields = Object.entries({ ...node.required, ...node.optional }).map(
        ([name, field]) => [name, readerOf(field)] as const,
      )
      return (input) =>
        isObject(input)
          ? Object.fromEntries(fields.map(([name, read]) => [name, read(input[name])]))
          : undefined
    }
    case 'Variant': {
      const readers = node.variants.map(readerOf)
      return (input) => readers[node.meant(input)]?.(input)
    }
    default:
      return wholeReader(node)
  }
}

/** A value without parts is either well-shaped or absent. */
const wholeReader =
  ({ read }: Node): Read =>
  (input) => {
    const result = read(input)
    return result instanceof Faults ? undefined : result
  }
