import * as t from 'io-ts'
import { E } from '../../fp.js'
import type { Field, ListNode, ListRules } from './codec.js'
import { broken } from './fault.js'
import type { Faults } from './fault.js'

export class ListCodec<C extends Field> extends t.Type<readonly t.TypeOf<C>[]> implements ListNode {
  readonly _tag = 'List'
  constructor(
    readonly item: C,
    readonly rules: ListRules,
  ) {
    const items = t.readonlyArray(item)
    super(
      'list',
      (input): input is readonly t.TypeOf<C>[] => items.is(input) && lengthFaults(rules, input) === undefined,
      (input, context) => {
        const result = items.validate(input, context)
        if (E.isLeft(result)) return result
        const faults = lengthFaults(rules, result.right)
        return faults === undefined ? result : t.failure(input, context, faults.list[0]?.message)
      },
      t.identity,
    )
  }
}

/** A list of at least `minItems` and at most `maxItems`. */
export const list = <C extends Field>(item: C, rules: ListRules = {}): ListCodec<C> =>
  new ListCodec(item, rules)

/** What is wrong with the length of a list. */
export const lengthFaults = (
  { minItems = 0, maxItems, tooFew = `Must have at least ${minItems} items.` }: ListRules,
  input: readonly unknown[],
): Faults | undefined => {
  if (input.length < minItems) return broken('too_few', tooFew)
  return maxItems !== undefined && input.length > maxItems
    ? broken('too_many', `Must have at most ${maxItems} items.`)
    : undefined
}
