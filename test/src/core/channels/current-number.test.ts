import { expect } from 'chai'
import fc from 'fast-check'
import { currentNumber } from '@postrider/core/channels/current-number'
import { parseWriter } from '@postrider/core/channels/parse-writer'
import { phoneNumbers } from '@postrider/node/phone-numbers/libphonenumber'

const countryOf = (e164: string): string | undefined => phoneNumbers.countryOf(e164)

/** Spellings of the same number. */
const SAME: ReadonlyArray<readonly [current: string, ...others: string[]]> = [
  ['+525512345678', '+5215512345678'],
  ['+541151234567', '+5491151234567', '+54111551234567', '+549111551234567'],
  ['+542215123456', '+5492215123456', '+54221155123456'],
  ['+543541421234', '+5493541421234', '+54354115421234'],
  ['+5585988887777', '+558588887777'],
  ['+5511987654321', '+551187654321'],
  ['+2290197123456', '+22997123456'],
  ['+2250707123456', '+22507123456'],
  ['+2250544123456', '+22544123456'],
  ['+2250101123456', '+22501123456'],
  ['+24166123456', '+24106123456', '+2416123456'],
  ['+84701234567', '+841201234567'],
  ['+84791234567', '+841211234567'],
  ['+84381234567', '+841681234567'],
  ['+84591234567', '+841991234567'],
]

/** Numbers that have only one spelling. */
const ONLY = [
  '+919876543210',
  '+14155550100',
  '+551132345678',
  '+525512345678',
  '+2290197123456',
  '+84901234567',
  '56767',
  'ACME',
  '',
]

describe('A telephone number', () => {
  it('has one current spelling, before and after a renumbering', () => {
    for (const [current, ...others] of SAME)
      for (const spelling of [current, ...others]) expect(currentNumber(spelling), spelling).to.equal(current)
  })

  it('is unchanged if it has no other spelling', () => {
    for (const one of ONLY) expect(currentNumber(one)).to.equal(one)
  })

  it('keeps its current spelling, and stays in its country', () => {
    const code = fc.constantFrom('52', '54', '55', '84', '225', '229', '241', '91', '1', '44')
    fc.assert(
      fc.property(code, fc.stringMatching(/^[0-9]{6,12}$/), (calling, national) => {
        const current = currentNumber(`+${calling}${national}`)
        expect(currentNumber(current)).to.equal(current)
        expect(current.startsWith(`+${calling}`)).to.equal(true)
      }),
    )
  })

  it("is the writer's in an earlier spelling, which no message can be sent to", () => {
    for (const [current, ...others] of SAME) {
      expect(parseWriter(current, countryOf)?.to, current).to.equal(current)
      for (const spelling of others)
        expect(currentNumber(parseWriter(spelling, countryOf)?.to ?? ''), spelling).to.equal(current)
    }
    for (const one of ['56767', 'ACME', '', '+1']) expect(parseWriter(one, countryOf)).to.equal(undefined)
  })
})
