import { BaseCodec, isObject } from './base-codec.js'
import type { Read, TextMapNode, TextMapRules } from './codec.js'
import { broken, Faults, gatherFaults, wrongType } from './fault.js'
import type { Fault } from './fault.js'
import type { TextCodec } from './text.js'

export class TextMapCodec extends BaseCodec<Readonly<Record<string, string>>> implements TextMapNode {
  readonly _tag = 'TextMap'
  constructor(
    readonly names: TextCodec,
    readonly values: TextCodec,
    readonly rules: TextMapRules,
  ) {
    super('text map', textMapRead(names, values, rules))
  }
}

/** An object with at most `maxEntries` texts under names that the caller chooses. */
export const textMap = (names: TextCodec, values: TextCodec, rules: TextMapRules): TextMapCodec =>
  new TextMapCodec(names, values, rules)

/**
 * The only forbidden entry name: JSON allows it, and a later copy of the object could treat it as the
 * prototype.
 */
export const RESERVED_NAME = '__proto__'

/** The faults of a map as a whole: too many entries, or one with the reserved name. */
const entriesFaults = (rules: TextMapRules, names: readonly string[]): Faults | undefined => {
  if (names.length > rules.maxEntries)
    return broken('too_many', `The value must have at most ${rules.maxEntries} entries.`)
  if (names.includes(RESERVED_NAME)) return broken('not_allowed', 'The name of an entry is reserved.')
  return undefined
}

const textMapRead = (names: TextCodec, values: TextCodec, rules: TextMapRules): Read => {
  const { refusal: nameRefusal } = names
  const { refusal: valueRefusal } = values
  return (input) => {
    if (!isObject(input)) return wrongType('an object', input)
    const entries = Object.keys(input)
    const unfit = entriesFaults(rules, entries)
    let faults: Fault[] | undefined = unfit && [...unfit.list]
    for (const name of entries) {
      const refused = nameRefusal(name) ?? valueRefusal(input[name])
      if (refused !== undefined) faults = gatherFaults(faults, name, refused)
    }
    return faults === undefined ? input : new Faults(faults)
  }
}
