import type * as t from 'io-ts'
import { BaseCodec } from './base-codec.js'
import type { Field, ListNode, ListRules, Read } from './codec.js'
import { broken, Faults, gatherFaults, wrongType } from './fault.js'
import type { Fault } from './fault.js'

export class ListCodec<C extends Field> extends BaseCodec<readonly t.TypeOf<C>[]> implements ListNode {
  readonly _tag = 'List'
  constructor(
    readonly item: C,
    readonly rules: ListRules,
  ) {
    super('list', listRead(item.read, rules))
  }
}

/** A list of at least `minItems` and at most `maxItems`. */
export const list = <C extends Field>(item: C, rules: ListRules = {}): ListCodec<C> =>
  new ListCodec(item, rules)

const itemCount = (count: number): string => `${count} ${count === 1 ? 'item' : 'items'}`

/** The faults in the length of a list. */
export const lengthFaults = (
  { minItems = 0, maxItems, tooFew }: ListRules,
  input: readonly unknown[],
): Faults | undefined => {
  if (input.length < minItems)
    return broken('too_few', tooFew ?? `The value must have at least ${itemCount(minItems)}.`)
  return maxItems !== undefined && input.length > maxItems
    ? broken('too_many', `The value must have at most ${itemCount(maxItems)}.`)
    : undefined
}

const listRead =
  (readItem: Read, rules: ListRules): Read =>
  (input) => {
    if (!Array.isArray(input)) return wrongType('a list', input)
    const unfit = lengthFaults(rules, input)
    if (unfit !== undefined) return unfit
    let faults: Fault[] | undefined
    const values = input.map((value, at) => {
      const result = readItem(value)
      if (result instanceof Faults) faults = gatherFaults(faults, String(at), result)
      return result
    })
    return faults === undefined ? values : new Faults(faults)
  }
