import * as t from 'io-ts'
import { E } from '../../fp.js'
import type { TextMapNode, TextMapRules } from './codec.js'
import { broken } from './fault.js'
import type { Faults } from './fault.js'
import type { TextCodec } from './text.js'

export class TextMapCodec extends t.Type<Readonly<Record<string, string>>> implements TextMapNode {
  readonly _tag = 'TextMap'
  constructor(
    readonly names: TextCodec,
    readonly values: TextCodec,
    readonly rules: TextMapRules,
  ) {
    const entries = t.record(t.string, values)
    // io-ts would drop names outside its domain; here they are refused.
    const fits = (input: Readonly<Record<string, unknown>>): boolean => {
      const given = Object.keys(input)
      return given.every((name) => names.is(name)) && entriesFaults(rules, given) === undefined
    }
    super(
      'text map',
      (input): input is Readonly<Record<string, string>> => entries.is(input) && fits(input),
      (input, context) => {
        const result = entries.validate(input, context)
        return E.isLeft(result) || fits(result.right)
          ? result
          : t.failure(input, context, 'Has unfit entries.')
      },
      t.identity,
    )
  }
}

/** An object with at most `maxEntries` texts under names of the caller's choice. */
export const textMap = (names: TextCodec, values: TextCodec, rules: TextMapRules): TextMapCodec =>
  new TextMapCodec(names, values, rules)

/** The one name no entry may have: JSON can spell it, and a later copy of the object could take it for the prototype. */
export const RESERVED_NAME = '__proto__'

/** What is wrong with the entries of a map as a whole: too many, or one under the reserved name. */
export const entriesFaults = (rules: TextMapRules, names: readonly string[]): Faults | undefined => {
  if (names.length > rules.maxEntries)
    return broken('too_many', `Must have at most ${rules.maxEntries} entries.`)
  if (names.includes(RESERVED_NAME)) return broken('not_allowed', 'Has an entry whose name is reserved.')
  return undefined
}
