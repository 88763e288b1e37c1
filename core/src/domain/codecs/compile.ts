import { E } from '../../fp.js'
import type { FieldProblem } from '../refusals/refusal.js'
import type { Codec, ListNode, Node, ShapeNode, TextMapNode } from './codec.js'
import { Faults, broken, gather, wrongType } from './fault.js'
import type { Fault } from './fault.js'
import { lengthFaults } from './list.js'
import { brokenTies, unknownProperties } from './shape.js'
import { entriesFaults } from './text-map.js'

export type Decoded<A> = E.Either<readonly FieldProblem[], A>

/**
 * Turns a codec into a plain decoder, once, at start. The decoder answers the value (a fresh object, declared
 * properties only) or every broken field at once, at most fifty, as errors at `location`; its verdict is that of
 * the codec's own `decode`, at a fraction of the time. Messages never repeat what was sent (docs/contract#errors).
 */
export const compile = <A>(
  codec: Codec<A>,
): ((input: unknown, location: FieldProblem['location']) => Decoded<A>) => {
  const decode: (input: unknown) => unknown = decoderOf(codec)
  return (input, location) => {
    const result = decode(input)
    return result instanceof Faults ? E.left(errorsAt(location, result)) : E.right(result as A)
  }
}

// A header is called by its name, everything else by its JSON Pointer.
const errorsAt = (location: FieldProblem['location'], faults: Faults): readonly FieldProblem[] =>
  faults.list.map(({ path, code, message }) => ({
    location,
    field: location === 'header' ? path.slice(1) : path,
    code,
    message,
  }))

/** Answers the decoded value or `Faults`, whose paths begin at the input. */
type Decode = (input: unknown) => unknown

const decoderOf = (node: Node): Decode => {
  switch (node._tag) {
    case 'Text':
    case 'Flag':
    case 'Literals':
    case 'AnyObject': {
      const { refusal } = node
      return (input) => refusal(input) ?? input
    }
    case 'Integer': {
      const { refusal } = node
      // JSON knows -0; it is taken for the 0 it means.
      return (input) => refusal(input) ?? (input === 0 ? 0 : input)
    }
    case 'Nullable': {
      const inner = decoderOf(node.inner)
      return (input) => (input === null ? null : inner(input))
    }
    case 'Defaulted': {
      const inner = decoderOf(node.inner)
      return (input) => (input === undefined ? node.value : inner(input))
    }
    case 'List':
      return listDecoder(node)
    case 'TextMap':
      return textMapDecoder(node)
    case 'Shape':
      return shapeDecoder(node)
    case 'Variant': {
      const decoders = node.variants.map(decoderOf)
      return (input) => decoders[node.meant(input)]?.(input)
    }
  }
}

const listDecoder = ({ item, rules }: ListNode): Decode => {
  const decode = decoderOf(item)
  return (input) => {
    if (!Array.isArray(input)) return wrongType('a list', input)
    const tooLong = lengthFaults(rules, input)
    if (tooLong !== undefined) return tooLong
    let faults: Fault[] | undefined
    const values = input.map((value, at) => {
      const result = decode(value)
      if (result instanceof Faults) faults = gather(faults, String(at), result)
      return result
    })
    return faults === undefined ? values : new Faults(faults)
  }
}

const textMapDecoder = ({ names, values, rules }: TextMapNode): Decode => {
  const { refusal: nameRefusal } = names
  const { refusal: valueRefusal } = values
  return (input) => {
    if (!isObject(input)) return wrongType('an object', input)
    const entries = Object.keys(input)
    const unfit = entriesFaults(rules, entries)
    let faults: Fault[] | undefined = unfit && [...unfit.list]
    for (const name of entries) {
      const refused = nameRefusal(name) ?? valueRefusal(input[name])
      if (refused !== undefined) faults = gather(faults, name, refused)
    }
    return faults === undefined ? input : new Faults(faults)
  }
}

const shapeDecoder = ({ closed, required, optional, rules }: ShapeNode): Decode => {
  const fields = [
    ...Object.entries(required).map(([name, node]) => fieldOf(name, node, node._tag !== 'Defaulted')),
    ...Object.entries(optional).map(([name, node]) => fieldOf(name, node, false)),
  ]
  const names = new Set(fields.map(({ name }) => name))
  const missing = broken('required', 'Is required.')
  return (input) => {
    if (!isObject(input)) return wrongType('an object', input)
    const value: Record<string, unknown> = {}
    let faults: Fault[] | undefined
    let present = 0
    for (const field of fields) {
      const given = input[field.name]
      if (given !== undefined) present += 1
      else if (field.absent === undefined) {
        if (field.required) faults = gather(faults, field.name, missing)
        continue
      }
      const result = given === undefined ? field.absent : field.decode(given)
      if (result instanceof Faults) faults = gather(faults, field.name, result)
      else value[field.name] = result
    }
    // Counting is cheap and tells nearly always that there is nothing to look for.
    if (closed && Object.keys(input).length !== present) faults = unknownProperties(names, input, faults)
    faults = brokenTies(rules, input, faults)
    return faults === undefined ? value : new Faults(faults)
  }
}

const fieldOf = (name: string, node: Node, required: boolean) => ({
  name,
  required,
  decode: decoderOf(node),
  /** What the property reads as when it is left out. */
  absent: node._tag === 'Defaulted' ? node.value : undefined,
})

const isObject = (input: unknown): input is Readonly<Record<string, unknown>> =>
  typeof input === 'object' && input !== null && !Array.isArray(input)
