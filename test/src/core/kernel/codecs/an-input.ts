import type { Node, ShapeNode, TextMapNode, TextRules } from '@postrider/core/kernel/codecs/codec'
import { RESERVED_NAME } from '@postrider/core/kernel/codecs/text-map'
import * as fc from 'fast-check'

/**
 * Inputs for a codec. About half of them are valid. The others are broken in one or more places, or are
 * something else.
 */
export const anInput = (node: Node): fc.Arbitrary<unknown> =>
  fc.oneof(
    { arbitrary: valueOf(node, 0), weight: 4 },
    { arbitrary: valueOf(node, 0.1), weight: 4 },
    { arbitrary: fc.jsonValue(), weight: 1 },
  )

// Texts and numbers that decoders often handle wrongly.
const oddities: readonly unknown[] = [
  null,
  '',
  0,
  -0,
  -1,
  1.5,
  2 ** 53,
  1e300,
  true,
  [],
  {},
  [['x']],
  { a: { b: {} } },
  '\u0000',
  'a\u0000b',
  'a\nb',
  'a\tb',
  '\u007f',
  'a\u0085',
  '\ud83d',
  'x\ude00x',
  '😀',
  '😀'.repeat(128),
  '😀'.repeat(500),
  'x'.repeat(129),
  'x'.repeat(501),
  'x'.repeat(1025),
  'INR',
  'inr',
  JSON.parse('{"__proto__":{"to":"x"}}'),
]

const maybe = (good: fc.Arbitrary<unknown>, oddity: number): fc.Arbitrary<unknown> =>
  oddity === 0
    ? good
    : fc.oneof(
        { arbitrary: good, weight: Math.round((1 - oddity) * 100) },
        { arbitrary: fc.constantFrom(...oddities), weight: Math.round(oddity * 100) },
      )

const valueOf = (node: Node, oddity: number): fc.Arbitrary<unknown> => {
  switch (node._tag) {
    case 'Text':
      return maybe(textOf(node.rules), oddity)
    case 'Integer':
      return maybe(
        fc.integer({ min: node.rules.min ?? -10, max: Math.min(node.rules.max ?? 10, 2 ** 31 - 1) }),
        oddity,
      )
    case 'Flag':
      return maybe(fc.boolean(), oddity)
    case 'Literals':
      return maybe(fc.constantFrom(...node.values), oddity)
    case 'Nullable':
      return fc.oneof(fc.constant(null), valueOf(node.inner, oddity))
    case 'Defaulted':
      return valueOf(node.inner, oddity)
    case 'List':
      return maybe(
        fc.array(valueOf(node.item, oddity), {
          minLength: oddity > 0 ? 0 : (node.rules.minItems ?? 0),
          maxLength: (node.rules.maxItems ?? 5) + (oddity > 0 ? 1 : 0),
        }),
        oddity,
      )
    case 'TextMap':
      return maybe(textMapOf(node, oddity), oddity)
    case 'AnyObject':
      return maybe(
        fc.dictionary(fc.string(), fc.jsonValue(), {
          maxKeys: node.rules.maxProperties + (oddity > 0 ? 2 : 0),
        }),
        oddity,
      )
    case 'Shape':
      return maybe(shapeOf(node, oddity), oddity)
    case 'Variant':
      return fc.oneof(...node.variants.map((variant) => valueOf(variant, oddity)))
  }
}

// Every pattern of the contract matches one of these. Otherwise the property's own count of valid inputs
// fails.
const samples = [
  'INR',
  'GBP',
  'prj_1',
  'order-10024',
  'msg_01k9x7c2v5n8q4r6t0w3y1z5bd',
  'abcdefgh',
  'a.b:c_d-e',
  'otp_01k9x7c2v5n8q4r6t0w3y1z5bd',
  '012345',
  'IN',
  'asha@example.com',
  '2026-11-21T08:30:00.000Z',
  '2026-11-21',
  '2.4.1',
  'a'.repeat(64),
  '+9198765',
  'de-AT',
  '1101000000000012345',
  '00112233445566778899aabbccddeeff',
]

const textOf = ({ pattern, refuses, minLength = 0, maxLength = 600 }: TextRules): fc.Arbitrary<string> => {
  const fitting = samples.filter(
    (sample) => sample.length >= minLength && (pattern === undefined || pattern.test(sample)),
  )
  const unit = fc.constantFrom('a', 'é', '😀', ' ', '+', '4', 'ß', '漢')
  const any = pattern === undefined ? fc.string({ unit, minLength, maxLength }) : fc.constantFrom(...fitting)
  const taken = fitting.filter((sample) => refuses?.(sample) === undefined)
  return refuses === undefined || taken.length === 0 ? any : fc.oneof(any, fc.constantFrom(...taken))
}

const textMapOf = ({ values, rules }: TextMapNode, oddity: number): fc.Arbitrary<unknown> =>
  fc.dictionary(nameOf(oddity), valueOf(values, oddity / 4), {
    maxKeys: rules.maxEntries + (oddity > 0 ? 2 : 0),
  })

const nameOf = (oddity: number): fc.Arbitrary<string> => {
  const plain = fc.string({ minLength: 1, maxLength: 12 }).filter((name) => name !== RESERVED_NAME)
  const odd = fc.constantFrom('', RESERVED_NAME, 'constructor', 'prototype', 'x'.repeat(129))
  return oddity === 0 ? plain : fc.oneof({ arbitrary: plain, weight: 19 }, { arbitrary: odd, weight: 1 })
}

const shapeOf = ({ required, optional, rules }: ShapeNode, oddity: number): fc.Arbitrary<unknown> => {
  const fields = Object.entries({ ...required, ...optional }).map(
    ([name, node]) => [name, valueOf(node, oddity)] as const,
  )
  const always = oddity > 0 ? [] : Object.keys(required)
  const record = fc.record(Object.fromEntries(fields), { requiredKeys: always })
  const extra = fc.constantFrom(
    {},
    {},
    {},
    { more: 1 },
    { constructor: {} },
    JSON.parse('{"__proto__":1}') as object,
  )
  const mixed = oddity > 0 ? fc.tuple(record, extra).map(([some, more]) => Object.assign(some, more)) : record
  return rules.onlyWith === undefined && rules.exactlyOneOf === undefined ? mixed : tied(mixed, rules)
}

// Random values would nearly always break rules between properties.
const tied = (
  shapes: fc.Arbitrary<unknown>,
  { onlyWith, exactlyOneOf }: ShapeNode['rules'],
): fc.Arbitrary<unknown> =>
  fc.tuple(shapes, fc.boolean(), fc.nat()).map(([shape, mend, choice]) => {
    if (!mend || typeof shape !== 'object' || shape === null) return shape
    const all = Object.entries(shape)
    const kept = exactlyOneOf?.[choice % exactlyOneOf.length]
    return Object.fromEntries(
      all.filter(
        ([name]) => name !== onlyWith?.field && (exactlyOneOf?.includes(name) !== true || name === kept),
      ),
    )
  })
