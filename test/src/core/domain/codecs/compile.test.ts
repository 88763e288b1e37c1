import { compile } from '@postrider/core/domain/codecs/compile'
import type { Field } from '@postrider/core/domain/codecs/codec'
import { type Components, schemaOf } from '@postrider/contracts/openapi/schema'
import { integer } from '@postrider/core/domain/codecs/integer'
import { list } from '@postrider/core/domain/codecs/list'
import { nullable } from '@postrider/core/domain/codecs/nullable'
import { flag } from '@postrider/core/domain/codecs/flag'
import { closed, open } from '@postrider/core/domain/codecs/shape'
import { text } from '@postrider/core/domain/codecs/text'
import { messageRequest } from '@postrider/contracts/messages/message-request'
import { usageQuery } from '@postrider/contracts/accounts/usage'
import { ROUTE_LIST } from '@postrider/contracts/routes/route-table'
import { E } from '@postrider/core/fp'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { expect } from 'chai'
import * as fc from 'fast-check'
import { brokenFields } from './broken-fields.js'
import { anInput } from './an-input.js'

const ajv = new Ajv2020({ strict: false, validateSchema: false })
formats.default(ajv)

/** The verdict of the published schema; it cannot see lone surrogates, so texts with one are left to the others. */
const published = (codec: Field) => {
  const components: Components = new Map()
  const schema = schemaOf(codec, 'request', components)
  return ajv.compile({ ...schema, components: { schemas: Object.fromEntries(components) } })
}

const requests: readonly (readonly [string, Field])[] = [
  ...ROUTE_LIST.flatMap(({ operationId, request }) =>
    Object.entries(request).map(([part, codec]): readonly [string, Field] => [
      `${operationId} ${part}`,
      codec,
    ]),
  ),
  [
    'an object of everything',
    closed(
      {
        list: list(nullable(integer({ min: 0, max: 9 })), { maxItems: 3 }),
        inner: open({ flag: flag() }, {}),
      },
      { text: text({ minLength: 2, maxLength: 3 }) },
    ),
  ],
]

describe('the compiled decoder', () => {
  for (const [title, codec] of requests) {
    it(`judges ${title} as io-ts and the published schema do`, () => {
      const decode = compile(codec)
      const accepts = published(codec)
      let good = 0
      fc.assert(
        fc.property(anInput(codec), (input) => {
          const verdict = decode(input, 'body')
          const slow = codec.decode(input)
          expect(E.isRight(verdict), JSON.stringify(input)).to.equal(E.isRight(slow))
          if (E.isRight(verdict) && E.isRight(slow))
            expect(asJson(verdict.right)).to.equal(asJson(slow.right))
          if (!/\p{Cs}/u.test(everyText(input)))
            expect(accepts(input), JSON.stringify(input)).to.equal(E.isRight(verdict))
          if (E.isRight(verdict)) good += 1
        }),
        { numRuns: 400 },
      )
      // A property that never met a good input would prove nothing.
      expect(good).to.be.above(20).and.below(400)
    })
  }

  it('answers a fresh object, so that nothing undeclared travels along', () => {
    const input = { flag: true, more: 1 }
    const decoded = compile(open({ flag: flag() }, {}))(input, 'body')
    expect(decoded).to.deep.equal(E.right({ flag: true }))
  })

  it('takes -0 for 0, and integers to the end of the safe range', () => {
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

  it('points into lists', () => {
    const decode = compile(closed({ rows: list(closed({ to: text() }, {}), { maxItems: 2 }) }, {}))
    expect(brokenFields(decode({ rows: [{ to: 'x' }, { to: 5 }] }, 'body'))).to.deep.equal([
      '/rows/1/to type',
    ])
    expect(brokenFields(decode({ rows: [{}, {}, {}] }, 'body'))).to.deep.equal(['/rows too_many'])
  })

  it('fills defaults in', () => {
    const decoded = compile(usageQuery)({ currency: 'INR', from: 1, to: 2 }, 'query')
    expect(decoded).to.deep.equal(E.right({ currency: 'INR', from: 1, to: 2, limit: 50 }))
  })

  it('takes an undefined property for an absent one', () => {
    const decode = compile(messageRequest)
    expect(
      brokenFields(decode({ ...messageRequest.rules.example, clientReference: undefined }, 'body')),
    ).to.deep.equal([])
    expect(brokenFields(decode({ ...messageRequest.rules.example, to: undefined }, 'body'))).to.deep.equal([
      '/to required',
    ])
  })
})

// Property order differs, and io-ts keeps -0: both mean nothing in JSON.
const asJson = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )

const everyText = (input: unknown): string => {
  if (typeof input === 'string') return input
  if (typeof input !== 'object' || input === null) return ''
  return Object.entries(input)
    .map(([name, value]) => `${name} ${everyText(value)}`)
    .join(' ')
}
