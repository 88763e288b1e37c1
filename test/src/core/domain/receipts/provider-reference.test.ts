import { expect } from 'chai'
import fc from 'fast-check'
import { providerReference, providerReferences } from '@postrider/core/domain/receipts/provider-reference'
import { check } from '../../check.js'

const meet = (submitted: string, reported: string): boolean =>
  providerReferences(reported).includes(providerReference(submitted))

describe('The reference of a provider’s message id', () => {
  const same: ReadonlyArray<readonly [string, string]> = [
    ['0e999f21', 'E999F21'],
    ['E999F21', '0e999f21'],
    ['E999F21', '244948769'],
    ['244948769', '0E999F21'],
    ['0xE999F21', '244948769'],
    ['000123', '123'],
    ['305419896', '12345678'],
    ['  abc-1 ', 'ABC-1'],
    ['0', '000'],
    ['6F9619FF-8B86-D011-B42D-00CF4FC964FF', '6f9619ff-8b86-d011-b42d-00cf4fc964ff'],
  ]
  for (const [submitted, reported] of same) {
    it(`is the same for a submit's ${submitted} and a report's ${reported}`, () => {
      expect(meet(submitted, reported)).to.equal(true)
    })
  }

  it('is another for another id', () => {
    for (const [one, other] of [
      ['123', '124'],
      ['e999f21', 'e999f22'],
      ['abc-1', 'abc-2'],
      ['<a@x>', '<b@x>'],
    ] as const)
      expect(meet(one, other)).to.equal(false)
  })

  it('meets its decimal, hexadecimal, upper-case and zero-padded twins, where its digits show their base', () => {
    const withLetter = fc
      .bigInt({ min: 0n, max: 2n ** 64n - 1n })
      .filter((id) => /[a-f]/.test(id.toString(16)))
    check(
      fc.property(withLetter, fc.nat(4), (id, zeros) => {
        const hex = id.toString(16)
        const spellings = [id.toString(10), hex, hex.toUpperCase(), '0'.repeat(zeros) + hex, `0x${hex}`]
        for (const one of spellings) for (const other of spellings) expect(meet(one, other)).to.equal(true)
      }),
    )
  })

  it('does not fail on any text, however long', () => {
    check(
      fc.property(fc.string({ maxLength: 200 }), (text) => {
        expect(providerReference(text)).to.be.a('string')
      }),
    )
    expect(providerReference('f'.repeat(10_000))).to.equal('f'.repeat(10_000))
    expect(providerReferences('')).to.deep.equal([''])
  })
})
