import { expect } from 'chai'
import fc from 'fast-check'
import { providerReference } from '@postrider/core/providers/domain/receipts/provider-reference'
import { check } from '../../../check.js'

const meet = (submitted: string, reported: string): boolean =>
  providerReference(submitted) === providerReference(reported)

describe("The reference of a provider's message id", () => {
  const same: ReadonlyArray<readonly [string, string]> = [
    ['0e999f21', 'E999F21'],
    ['000123', '123'],
    ['  abc-1 ', 'ABC-1'],
    ['0', '000'],
    ['6F9619FF-8B86-D011-B42D-00CF4FC964FF', '6f9619ff-8b86-d011-b42d-00cf4fc964ff'],
  ]
  for (const [submitted, reported] of same) {
    it(`is the same for a submit's ${submitted} and a report's ${reported}`, () => {
      expect(meet(submitted, reported)).to.equal(true)
    })
  }

  it('differs for another id', () => {
    for (const [one, other] of [
      ['123', '124'],
      ['e999f21', 'e999f22'],
      ['abc-1', 'abc-2'],
      ['<a@x>', '<b@x>'],
      ['00sms', 'sms'],
    ] as const)
      expect(meet(one, other)).to.equal(false)
  })

  it('is never the same for two numbers, in any base of the provider', () => {
    const number = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n })
    check(
      fc.property(number, number, fc.constantFrom(10, 16), fc.nat(4), (one, other, base, zeros) => {
        const spelled = '0'.repeat(zeros) + other.toString(base).toUpperCase()
        expect(meet(one.toString(base), spelled)).to.equal(one === other)
        expect(meet(other.toString(base), spelled)).to.equal(true)
      }),
    )
  })

  it('accepts any text of any length', () => {
    check(
      fc.property(fc.string({ maxLength: 200 }), (text) => {
        expect(providerReference(text)).to.be.a('string')
      }),
    )
    expect(providerReference('f'.repeat(10_000))).to.equal('f'.repeat(10_000))
    expect(providerReference('')).to.equal('')
  })
})
