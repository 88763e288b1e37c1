import * as t from 'io-ts'
import { E } from '../../fp.js'
import type { Fields, ShapeNode, ShapeRules } from './codec.js'
import { broken, gather } from './fault.js'
import type { Fault } from './fault.js'

type Flat<A> = { readonly [K in keyof A]: A[K] }

type ShapeOf<R extends Fields, O extends Fields> = Flat<
  { [K in keyof R]: t.TypeOf<R[K]> } & { [K in keyof O]?: t.TypeOf<O[K]> }
>

export class ShapeCodec<R extends Fields, O extends Fields>
  extends t.Type<ShapeOf<R, O>>
  implements ShapeNode
{
  readonly _tag = 'Shape'
  constructor(
    readonly closed: boolean,
    readonly required: R,
    readonly optional: O,
    readonly rules: ShapeRules,
  ) {
    const known = t.exact(t.intersection([t.type({ ...required }), t.partial({ ...optional })]))
    const names = new Set([...Object.keys(required), ...Object.keys(optional)])
    const faultOf = (input: unknown): Fault | undefined => {
      if (!t.UnknownRecord.is(input)) return undefined
      const unknown = closed ? unknownProperties(names, input) : undefined
      return brokenTies(rules, input, unknown)?.[0]
    }
    const is = (input: unknown): input is ShapeOf<R, O> => known.is(input) && faultOf(input) === undefined
    super(
      rules.name ?? 'shape',
      is,
      (input, context) => {
        const result = known.validate(input, context)
        if (E.isLeft(result)) return result
        // The input is asked, not the result: io-ts loses an own `__proto__` on the way.
        const fault = faultOf(input)
        return fault === undefined && is(result.right)
          ? t.success(result.right)
          : t.failure(input, context, fault?.message)
      },
      t.identity,
    )
  }
}

/**
 * An object of a request: properties that are not declared are refused as `unknown`
 * (docs/contract#request-bodies).
 */
export const closed = <R extends Fields, O extends Fields>(
  required: R,
  optional: O,
  rules: ShapeRules = {},
): ShapeCodec<R, O> => new ShapeCodec(true, required, optional, rules)

/** An object of a response: a client must let further properties pass, so that additive changes stay legal. */
export const open = <R extends Fields, O extends Fields>(
  required: R,
  optional: O,
  rules: ShapeRules = {},
): ShapeCodec<R, O> => new ShapeCodec(false, required, optional, rules)

/** The properties of `input` that are none of `names`. */
export const unknownProperties = (
  names: ReadonlySet<string>,
  input: object,
  known?: Fault[],
): Fault[] | undefined => {
  let faults = known
  for (const name of Object.keys(input)) {
    if (!names.has(name)) faults = gather(faults, name, broken('unknown', 'Is not known here.'))
  }
  return faults
}

/** What is wrong between the properties of `input`, by the rules of the shape as a whole. */
export const brokenTies = (
  { exactlyOneOf, onlyWith, requiredUnless }: ShapeRules,
  input: Readonly<Record<string, unknown>>,
  known?: Fault[],
): Fault[] | undefined => {
  let faults = known
  if (exactlyOneOf !== undefined) {
    const [first = '', ...others] = exactlyOneOf
    const [, ...surplus] = exactlyOneOf.filter((name) => input[name] !== undefined)
    const rule = `Exactly one of ${exactlyOneOf.join(', ')} must be given.`
    if (input[first] === undefined && others.every((name) => input[name] === undefined))
      faults = gather(faults, first, broken('required', rule))
    for (const name of surplus) faults = gather(faults, name, broken('not_allowed', rule))
  }
  if (
    onlyWith !== undefined &&
    input[onlyWith.field] !== undefined &&
    input[onlyWith.property] !== onlyWith.is
  ) {
    const rule = `Is allowed only where ${onlyWith.property} is ${onlyWith.is}.`
    faults = gather(faults, onlyWith.field, broken('not_allowed', rule))
  }
  if (requiredUnless !== undefined && input[requiredUnless.field] === undefined) {
    const given = input[requiredUnless.property]
    if (typeof given !== 'string' || !requiredUnless.is(given))
      faults = gather(faults, requiredUnless.field, broken('required', 'Is required.'))
  }
  return faults
}
