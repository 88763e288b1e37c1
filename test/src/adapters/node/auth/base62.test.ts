import { expect } from 'chai'
import fc from 'fast-check'
import { base62, base62OfHex } from '@postrider/node/auth/base62'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

const valueOf = (text: string): bigint =>
  [...text].reduce((value, digit) => value * 62n + BigInt(ALPHABET.indexOf(digit)), 0n)

const LARGEST = 2n ** 256n - 1n

describe('Base62', () => {
  it('loses nothing of 256 bits in 43 digits', () => {
    const values = fc.oneof(fc.bigInt({ min: 0n, max: LARGEST }), fc.constantFrom(0n, 61n, 62n, LARGEST))
    fc.assert(
      fc.property(values, (value) => {
        const text = base62OfHex(value.toString(16).padStart(64, '0'), 43)
        expect(text).to.match(/^[0-9A-Za-z]{43}$/)
        expect(valueOf(text)).to.equal(value)
      }),
    )
  })

  it('writes a number the same way for any form of input', () => {
    fc.assert(
      fc.property(fc.nat(2 ** 31 - 1), (value) => {
        expect(base62OfHex(value.toString(16), 6)).to.equal(base62(value, 6))
      }),
    )
  })
})
