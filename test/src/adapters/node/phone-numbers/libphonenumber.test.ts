import { expect } from 'chai'
import { getExampleNumber, getCountries } from 'libphonenumber-js/max'
import examples from 'libphonenumber-js/examples.mobile.json'
import { phoneNumbers } from '@postrider/node/phone-numbers/libphonenumber'

const { countryOf } = phoneNumbers

describe('Phone numbers', () => {
  it('are told apart by country, also where countries share a calling code', () => {
    const known: Record<string, string> = {
      '+919876543210': 'IN',
      '+447400123456': 'GB',
      '+447781123456': 'GG',
      '+12015550123': 'US',
      '+15062345678': 'CA',
      '+6834002': 'NU',
    }
    for (const [number, country] of Object.entries(known)) {
      expect(countryOf(number), number).to.equal(country)
    }
  })

  it('of every country of the metadata are recognised', () => {
    for (const country of getCountries()) {
      const example = getExampleNumber(country, examples)
      // Åland, say, shares its numbers with Finland, so the verdict may name the neighbour.
      if (example !== undefined) expect(countryOf(example.number), example.number).to.match(/^[A-Z]{2}$/)
    }
  })

  it('that belong to no country are of country 001', () => {
    expect(countryOf('+80012345678')).to.equal('001')
    expect(countryOf('+8001234567')).to.equal(undefined)
  })

  it('are refused when invalid in their country, without a plus, or written with anything but digits', () => {
    const refused = [
      '919876543210', '+91987654321', '+9198765432100', '+910234567890', '+15550100', '+1 201 555 0123',
      '+1-201-555-0123', '+4402079460000', '+44 7911 123456', '＋447911123456', '+４４7911123456', '+', '',
      '+0447911123456', '++447911123456', '+447911123456 ', ' +447911123456', '+447911123456\n',
      '+447911123456;ext=1', '+447911123456x1', 'tel:+447911123456', '+999123456789', `+1${'2'.repeat(400)}`,
    ] // prettier-ignore
    for (const text of refused) expect(countryOf(text), JSON.stringify(text)).to.equal(undefined)
  })
})
