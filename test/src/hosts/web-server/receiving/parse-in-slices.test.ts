import { expect } from 'chai'
import fc from 'fast-check'
import { measureInSlices, measureJson } from '@postrider/web-server/receiving/measure-json'
import { parseInSlices, parseObject } from '@postrider/web-server/receiving/parse-object'

const DEPTH = 8

/** Texts of objects, and texts with an error at any position. */
const texts = fc.oneof(
  fc.json(),
  fc.jsonValue().map((value) => JSON.stringify({ messages: [value, 'ä€\u{1F600}"\\'] })),
  fc.constantFrom(
    '{"a":1,"a":2}',
    '{"__proto__":{}}',
    '{"\\u005f_proto__":{}}',
    '{"constructor":{"prototype":1}}',
    '{"constructor":1}',
    '\ufeff{"a":1}',
    '{"a":"\\"',
    '[1]',
    ' ',
    '',
  ),
  fc.string(),
)

describe('Parsing a large body in slices', () => {
  it('gives the same result as parsing it at once, for any slice size', async () => {
    await fc.assert(
      fc.asyncProperty(texts, fc.integer({ min: 1, max: 9 }), async (text, slice) => {
        const bytes = Buffer.from(text)
        let rests = 0
        const rest = (): Promise<void> => {
          rests += 1
          return Promise.resolve()
        }
        const members = measureJson(bytes, DEPTH)
        expect(await measureInSlices(bytes, DEPTH, slice, rest)).to.equal(members)
        if (members < 0) return
        expect(await parseInSlices(bytes, members, slice, rest)).to.deep.equal(parseObject(bytes, members))
        expect(rests).to.be.at.least(Math.floor(bytes.length / (slice + 1)))
      }),
    )
  })

  it("rejects bytes that aren't UTF-8", async () => {
    const bytes = Buffer.from([0x7b, 0xff, 0x7d])
    const rest = (): Promise<void> => Promise.resolve()
    expect(await parseInSlices(bytes, 0, 1, rest)).to.deep.equal(parseObject(bytes, 0))
  })
})
