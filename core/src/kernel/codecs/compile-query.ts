import type { Codec, Node, ShapeNode } from './codec.js'
import { compile } from './compile.js'
import type { Decoded } from './compile.js'
import { type WellShaped, wellShaped } from './well-shaped.js'

/** A parsed query string. A parameter given more than once is a list, and never decodes. */
export type QueryStrings = Readonly<Record<string, string | readonly string[] | undefined>>

/**
 * Compiles the codec of a query into a decoder. Parameters are strings; integers are read from their decimal
 * digits. A parameter given twice is reported as `type`, an undeclared one as `unknown`.
 */
export const compileQuery = <A>(codec: Codec<A> & ShapeNode): ((query: QueryStrings) => Decoded<A>) => {
  const decode = compile(codec)
  const read = integerReader(codec)
  return (query) => decode(read(query), 'query')
}

/** Like {@link compileQuery}, for an invalid query: returns its well-shaped parts. */
export const queryPartsOf = <A>(codec: Codec<A> & ShapeNode): ((query: QueryStrings) => WellShaped<A>) => {
  const partsOf = wellShaped(codec)
  const read = integerReader(codec)
  return (query) => partsOf(read(query))
}

const integerReader = (codec: ShapeNode): ((query: QueryStrings) => Record<string, unknown>) => {
  const integers = Object.entries({ ...codec.required, ...codec.optional })
    .filter(([, node]) => isInteger(node))
    .map(([name]) => name)
  return (query) => {
    const input: Record<string, unknown> = { ...query }
    for (const name of integers) input[name] = integerFrom(input[name])
    return input
  }
}

const isInteger = (node: Node): boolean =>
  node._tag === 'Integer' || (node._tag === 'Defaulted' && isInteger(node.inner))

// Only the JSON spelling is accepted: no plus sign, no leading zeros, and no -0.
const decimal = /^(?:0|-?[1-9][0-9]*)$/

// A text that isn't an integer stays a string, and the codec's own rule refuses it.
const integerFrom = (given: unknown): unknown =>
  typeof given === 'string' && decimal.test(given) ? Number(given) : given
