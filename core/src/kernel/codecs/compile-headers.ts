import type { Codec, ShapeNode } from './codec.js'
import { compile } from './compile.js'
import type { Decoded } from './compile.js'

/** Request headers under lower-case names, as Node delivers them. */
export type HeaderStrings = Readonly<Record<string, string | readonly string[] | undefined>>

/**
 * Compiles the codec of a route's headers into a decoder. It reads only the declared headers, in any case;
 * errors use the declared name.
 */
export const compileHeaders = <A>(codec: Codec<A> & ShapeNode): ((headers: HeaderStrings) => Decoded<A>) => {
  const decode = compile(codec)
  const names = Object.keys({ ...codec.required, ...codec.optional }).map(
    (name) => [name, name.toLowerCase()] as const,
  )
  return (headers) => {
    const input: Record<string, unknown> = {}
    for (const [name, lowerCase] of names) input[name] = headers[lowerCase]
    return decode(input, 'header')
  }
}
