import { compile } from '@postrider/core/kernel/codecs/compile'
import type { Field, Node, TextRules } from '@postrider/core/kernel/codecs/codec'
import { componentsAt, schemaOf } from '@postrider/contracts/openapi/schema'
import { anyObject } from '@postrider/core/kernel/codecs/any-object'
import { OPERATIONS } from '@postrider/core/assembly/registry'
import { integer } from '@postrider/core/kernel/codecs/integer'
import { list } from '@postrider/core/kernel/codecs/list'
import { nullable } from '@postrider/core/kernel/codecs/nullable'
import { flag } from '@postrider/core/kernel/codecs/flag'
import { closed, open } from '@postrider/core/kernel/codecs/shape'
import { text } from '@postrider/core/kernel/codecs/text'
import { sendRequest } from '@postrider/core/messaging/domain/messages/send-request'
import { usageQuery } from '@postrider/contracts/accounts/usage'
import { ROUTE_LIST } from '@postrider/contracts/routes/route-table'
import { E } from '@postrider/core/fp'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { expect } from 'chai'
import * as fc from 'fast-check'
import { brokenFields } from './broken-fields.js'
import { anInput } from './an-input.js'

const RUNS = 200

const ajv = new Ajv2020({ strict: false, validateSchema: false, code: { optimize: false } })
formats.default(ajv)

/**
 * The verdict of the published schema. It can't see lone surrogates, so only the decoder checks texts with
 * one.
 */
const published = (codec: Field) => {
  const components = componentsAt('#/$defs/')
  const schema = schemaOf(codec, 'request', components)
  return ajv.compile({ ...schema, $defs: Object.fromEntries(components.schemas) })
}

const requests: readonly (readonly [string, Field])[] = [
  ...ROUTE_LIST.flatMap(({ operationId, request }) =>
    Object.entries(request).map(([part, codec]): readonly [string, Field] => [
      `${operationId} ${part}`,
      codec,
    ]),
  ),
  ...Object.entries(OPERATIONS).map(([name, { request }]): readonly [string, Field] => [name, request]),
  [
    'an object of everything',
    closed(
      {
        word: text({ visible: true, oneLine: true, maxLength: 9 }),
        words: text({ visible: true, maxLength: 9 }),
        secret: text({ anyCharacter: true, minLength: 1 }),
        any: anyObject({ maxProperties: 2 }),
        list: list(nullable(integer({ min: 0, max: 9 })), { maxItems: 3 }),
        inner: open({ flag: flag() }, {}),
      },
      { text: text({ minLength: 2, maxLength: 3 }) },
    ),
  ],
]

/** The rules of all texts in it. */
const rulesIn = (codec: Node): readonly TextRules[] => {
  switch (codec._tag) {
    case 'Text':
      return [codec.rules]
    case 'Shape':
      return Object.values({ ...codec.required, ...codec.optional }).flatMap(rulesIn)
    case 'List':
      return rulesIn(codec.item)
    case 'Nullable':
    case 'Defaulted':
      return rulesIn(codec.inner)
    case 'Variant':
      return codec.variants.flatMap(rulesIn)
    default:
      return []
  }
}

/** Whether documents show a pattern that the decoder leaves to the core. */
const showsMore = (codec: Field): boolean => JSON.stringify(codec).includes('"shownPattern"')

describe('The compiled decoder', () => {
  for (const [title, codec] of requests) {
    it(`agrees with the published schema about ${title}`, () => {
      const decode = compile(codec)
      const accepts = published(codec)
      // No schema can express such a rule.
      const saysMore = rulesIn(codec).some(({ refuses }) => refuses !== undefined)
      const isShownMore = showsMore(codec)
      let good = 0
      fc.assert(
        fc.property(anInput(codec), (input) => {
          const verdict = decode(input, 'body')
          // The decoder can refuse more than a schema expresses, but never accepts what the schema refuses.
          if (
            !/\p{Cs}/u.test(everyText(input)) &&
            (!saysMore || E.isRight(verdict)) &&
            (!isShownMore || accepts(input))
          )
            expect(accepts(input), JSON.stringify(input)).to.equal(E.isRight(verdict))
          if (E.isRight(verdict)) good += 1
        }),
        { numRuns: RUNS },
      )
      // A property without a single valid input would prove nothing.
      expect(good)
        .to.be.above(RUNS / 20)
        .and.below(RUNS)
    })
  }

  it('returns a new object without undeclared properties', () => {
    const input = { flag: true, more: 1 }
    const decoded = compile(open({ flag: flag() }, {}))(input, 'body')
    expect(decoded).to.deep.equal(E.right({ flag: true }))
  })

  it('refuses days and times that do not exist, wherever a request has a time', () => {
    const times = requests.flatMap(([title, codec]) =>
      rulesIn(codec)
        .filter(({ format }) => format === 'date-time')
        .map((rules) => ({ title, rules })),
    )
    expect(times).to.have.length.above(5)
    for (const { title, rules } of times)
      for (const wrong of [
        '2026-02-30T00:00:00.000Z',
        '2026-02-28T24:00:00.000Z',
        '2026-02-28T12:60:00.000Z',
      ])
        expect(E.isLeft(compile(text(rules))(wrong, 'body')), title).to.equal(true)
  })

  it('accepts -0 as 0, and integers up to the largest safe one', () => {
    const decode = compile(integer())
    const zero = decode(-0, 'body')
    expect(E.isRight(zero) && Object.is(zero.right, 0)).to.equal(true)
    expect(brokenFields(decode(2 ** 53 - 1, 'body'))).to.deep.equal([])
    expect(brokenFields(decode(2 ** 53, 'body'))).to.deep.equal([' too_large'])
    expect(brokenFields(decode(-(2 ** 53), 'body'))).to.deep.equal([' too_small'])
    expect(brokenFields(decode(Infinity, 'body'))).to.deep.equal([' too_large'])
    for (const input of [1.5, NaN, '1', null, [1], {}])
      expect(brokenFields(decode(input, 'body'))).to.deep.equal([' type'])
  })

  it('refuses a text without visible characters', () => {
    const decode = compile(text({ visible: true }))
    for (const input of ['', ' ', '\t\n', '\u00a0\u3000'])
      expect(brokenFields(decode(input, 'body'))).to.deep.equal([' format'])
    expect(decode(' x ', 'body')).to.deep.equal(E.right(' x '))
  })

  it('allows any character but NUL and lone surrogates in a secret, and counts code points', () => {
    const decode = compile(text({ anyCharacter: true, maxLength: 3 }))
    for (const input of ['\u0001\n\u0085', '😀😀😀'])
      expect(decode(input, 'body')).to.deep.equal(E.right(input))
    for (const input of ['a\u0000', '\ud83d', 'x\ude00'])
      expect(brokenFields(decode(input, 'body'))).to.deep.equal([' format'])
    expect(brokenFields(decode('😀😀😀😀', 'body'))).to.deep.equal([' too_long'])
  })

  it("passes on an object of another component if it isn't too large", () => {
    const decode = compile(anyObject({ maxProperties: 2 }))
    expect(decode({ a: { b: null } }, 'body')).to.deep.equal(E.right({ a: { b: null } }))
    expect(brokenFields(decode({ a: 1, b: 2, c: 3 }, 'body'))).to.deep.equal([' too_many'])
    for (const input of [null, [], 'text', 5])
      expect(brokenFields(decode(input, 'body'))).to.deep.equal([' type'])
  })

  it('decodes and validates as an io-ts codec', () => {
    const codec = closed({ rows: list(integer({ min: 0 })) }, { any: nullable(flag()) })
    for (const input of [{ rows: [-0] }, { rows: [1], any: null }])
      expect(codec.decode(input)).to.deep.equal(compile(codec)(input, 'body'))
    for (const input of [{ rows: [-1] }, { rows: [], more: 1 }, null]) {
      const decoded = codec.decode(input)
      const [first] = E.isLeft(decoded) ? decoded.left : []
      const refused = compile(codec)(input, 'body')
      expect(first?.message)
        .to.be.a('string')
        .and.equal(E.isLeft(refused) && refused.left[0]?.message)
      expect(codec.is(input)).to.equal(false)
    }
  })

  it('points into lists', () => {
    const decode = compile(closed({ rows: list(closed({ to: text() }, {}), { maxItems: 2 }) }, {}))
    expect(brokenFields(decode({ rows: [{ to: 'x' }, { to: 5 }] }, 'body'))).to.deep.equal([
      '/rows/1/to type',
    ])
    expect(brokenFields(decode({ rows: [{}, {}, {}] }, 'body'))).to.deep.equal(['/rows too_many'])
  })

  it('sets defaults', () => {
    const decoded = compile(usageQuery)({ currency: 'INR', from: 1, to: 2 }, 'query')
    expect(decoded).to.deep.equal(E.right({ currency: 'INR', from: 1, to: 2, limit: 50 }))
  })

  it('treats an undefined property as absent', () => {
    const decode = compile(sendRequest)
    expect(
      brokenFields(decode({ ...sendRequest.rules.example, clientReference: undefined }, 'body')),
    ).to.deep.equal([])
    expect(brokenFields(decode({ ...sendRequest.rules.example, to: undefined }, 'body'))).to.deep.equal([
      '/to required',
    ])
  })
})

const everyText = (input: unknown): string => {
  if (typeof input === 'string') return input
  if (typeof input !== 'object' || input === null) return ''
  return Object.entries(input)
    .map(([name, value]) => `${name} ${everyText(value)}`)
    .join(' ')
}
