import { isObject } from './base-codec.js'
import type { AnyObjectNode, AnyObjectRules } from './codec.js'
import { broken, wrongType } from './fault.js'
import type { Faults } from './fault.js'
import { Leaf } from './leaf.js'

export class AnyObjectCodec extends Leaf<Readonly<Record<string, unknown>>> implements AnyObjectNode {
  readonly _tag = 'AnyObject'
  constructor(readonly rules: AnyObjectRules) {
    super('any object', anyObjectRefusal(rules))
  }
}

/** An object of at most `maxProperties`, passed on unchanged. Another component validates its contents. */
export const anyObject = (rules: AnyObjectRules): AnyObjectCodec => new AnyObjectCodec(rules)

const anyObjectRefusal = ({ maxProperties }: AnyObjectRules): ((input: unknown) => Faults | undefined) => {
  const tooMany = broken('too_many', `The value must have at most ${maxProperties} properties.`)
  return (input) => {
    if (!isObject(input)) return wrongType('an object', input)
    return Object.keys(input).length > maxProperties ? tooMany : undefined
  }
}
