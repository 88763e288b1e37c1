import type * as t from 'io-ts'
import { BaseCodec, isObject } from './base-codec.js'
import type { Fields, Node, Read, ShapeNode, ShapeRules } from './codec.js'
import { broken, Faults, gatherFaults, wrongType } from './fault.js'
import type { Fault } from './fault.js'

type Flat<A> = { readonly [K in keyof A]: A[K] }

type ShapeOf<R extends Fields, O extends Fields> = Flat<
  { [K in keyof R]: t.TypeOf<R[K]> } & { [K in keyof O]?: t.TypeOf<O[K]> }
>

export class ShapeCodec<R extends Fields, O extends Fields>
  extends BaseCodec<ShapeOf<R, O>>
  implements ShapeNode
{
  readonly _tag = 'Shape'
  constructor(
    readonly closed: boolean,
    readonly required: R,
    readonly optional: O,
    readonly rules: ShapeRules,
  ) {
    super(rules.name ?? 'shape', shapeRead({ closed, required, optional, rules }))
  }
}

/**
 * An object in a request: undeclared properties are refused as `unknown`
 * (docs/api/conventions#request-bodies).
 */
export const closed = <R extends Fields, O extends Fields>(
  required: R,
  optional: O,
  rules: ShapeRules = {},
): ShapeCodec<R, O> => new ShapeCodec(true, required, optional, rules)

/**
 * An object in a response: clients must allow further properties, so that additive changes stay compatible.
 */
export const open = <R extends Fields, O extends Fields>(
  required: R,
  optional: O,
  rules: ShapeRules = {},
): ShapeCodec<R, O> => new ShapeCodec(false, required, optional, rules)

/** Adds a fault for each property of `input` that isn't in `names`. */
const unknownProperties = (
  names: ReadonlySet<string>,
  input: object,
  known?: Fault[],
): Fault[] | undefined => {
  let faults = known
  for (const name of Object.keys(input)) {
    if (!names.has(name)) faults = gatherFaults(faults, name, broken('unknown', 'This field is unknown.'))
  }
  return faults
}

/** Checks the rules between properties of `input`. */
const brokenTies = (
  { exactlyOneOf, onlyWith, requiredUnless }: ShapeRules,
  input: Readonly<Record<string, unknown>>,
  known?: Fault[],
): Fault[] | undefined => {
  let faults = known
  if (exactlyOneOf !== undefined) {
    const [first = '', ...others] = exactlyOneOf
    const [, ...surplus] = exactlyOneOf.filter((name) => input[name] !== undefined)
    const rule = `Exactly one of ${exactlyOneOf.join(', ')} is required.`
    if (input[first] === undefined && others.every((name) => input[name] === undefined))
      faults = gatherFaults(faults, first, broken('required', rule))
    for (const name of surplus) faults = gatherFaults(faults, name, broken('not_allowed', rule))
  }
  if (
    onlyWith !== undefined &&
    input[onlyWith.field] !== undefined &&
    !onlyWith.is.some((value) => input[onlyWith.property] === value)
  ) {
    const rule = `This field is allowed only if ${onlyWith.property} is ${onlyWith.is.join(' or ')}.`
    faults = gatherFaults(faults, onlyWith.field, broken('not_allowed', rule))
  }
  if (requiredUnless !== undefined && input[requiredUnless.field] === undefined) {
    const given = input[requiredUnless.property]
    if (typeof given !== 'string' || !requiredUnless.is(given))
      faults = gatherFaults(faults, requiredUnless.field, broken('required', 'This field is required.'))
  }
  return faults
}

const shapeRead = ({
  closed: isClosed,
  required,
  optional,
  rules,
}: Omit<ShapeNode, '_tag' | 'read'>): Read => {
  const fields = [
    ...Object.entries(required).map(([name, node]) => fieldOf(name, node, node._tag !== 'Defaulted')),
    ...Object.entries(optional).map(([name, node]) => fieldOf(name, node, false)),
  ]
  const names = new Set(fields.map(({ name }) => name))
  const missing = broken('required', 'This field is required.')
  return (input) => {
    if (!isObject(input)) return wrongType('an object', input)
    const value: Record<string, unknown> = {}
    let faults: Fault[] | undefined
    let present = 0
    for (const field of fields) {
      const given = input[field.name]
      if (given !== undefined) present += 1
      else if (field.absent === undefined) {
        if (field.required) faults = gatherFaults(faults, field.name, missing)
        continue
      }
      const result = given === undefined ? field.absent : field.read(given)
      if (result instanceof Faults) faults = gatherFaults(faults, field.name, result)
      else value[field.name] = result
    }
    // Counting is cheap and nearly always shows that there are no unknown properties.
    if (isClosed && Object.keys(input).length !== present) faults = unknownProperties(names, input, faults)
    faults = brokenTies(rules, input, faults)
    return faults === undefined ? value : new Faults(faults)
  }
}

const fieldOf = (name: string, node: Node, required: boolean) => ({
  name,
  required,
  read: node.read,
  /** The value of the property if it is omitted. */
  absent: node._tag === 'Defaulted' ? node.value : undefined,
})
