import { expect } from 'chai'
import fc from 'fast-check'
import { decodeId, encodeId, ID_PREFIXES, isId } from '@postrider/core/kernel/ids/id'
import { check } from '../../check.js'

const sixteenBytes = fc.uint8Array({ minLength: 16, maxLength: 16 })
const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')

describe('An identifier', () => {
  it('is its prefix and 26 lower-case Crockford characters, and converts back to the same bytes', () => {
    check(
      fc.property(fc.constantFrom(...ID_PREFIXES), sixteenBytes, (prefix, bytes) => {
        const id = encodeId(prefix, bytes)
        expect(id).to.match(new RegExp(`^${prefix}_[0-7][0-9a-hjkmnp-tv-z]{25}$`))
        expect(decodeId(prefix, id)).to.deep.equal(bytes)
      }),
      1000,
    )
  })

  it('sorts as its bytes sort', () => {
    check(
      fc.property(sixteenBytes, sixteenBytes, (one, other) => {
        const order = Math.sign(Buffer.compare(one, other))
        const [first, second] = [encodeId('msg', one), encodeId('msg', other)]
        expect(first < second ? -1 : Number(first > second)).to.equal(order)
      }),
      1000,
    )
  })

  it('writes the largest number with a leading 7', () => {
    const greatest = new Uint8Array(16).fill(255)
    expect(encodeId('org', greatest)).to.equal(`org_7${'z'.repeat(25)}`)
    expect(hex(decodeId('org', `org_7${'z'.repeat(25)}`) ?? new Uint8Array())).to.equal('f'.repeat(32))
  })

  const good = encodeId('msg', new Uint8Array(16).fill(7))
  const malformed: ReadonlyArray<readonly [string, string]> = [
    ['of another kind', good.replace('msg_', 'org_')],
    ['without a prefix', good.slice(4)],
    ['too short', good.slice(0, -1)],
    ['too long', `${good}0`],
    ['beyond 128 bits', `msg_8${'0'.repeat(25)}`],
    ['in upper case', `msg_${good.slice(4).toUpperCase()}A`.slice(0, 30)],
    ["with a letter outside Crockford's alphabet", `${good.slice(0, -1)}u`],
    ['with a character outside ASCII', `${good.slice(0, -1)}é`],
    ['with another separator', good.replace('_', '-')],
    ['empty', ''],
  ]
  for (const [how, text] of malformed) {
    it(`isn't read from a text ${how}`, () => {
      expect(decodeId('msg', text)).to.equal(undefined)
      expect(isId('msg', text)).to.equal(false)
    })
  }

  it("can't be made of fewer or more than 16 bytes", () => {
    expect(() => encodeId('msg', new Uint8Array(15))).to.throw('16 bytes')
    expect(() => encodeId('msg', new Uint8Array(17))).to.throw('16 bytes')
  })
})
