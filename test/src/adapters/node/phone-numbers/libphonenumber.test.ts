import { expect } from 'chai'
import { getExampleNumber, getCountries } from 'libphonenumber-js/max'
import examples from 'libphonenumber-js/examples.mobile.json'
import { phoneNumbers } from '@postrider/node/phone-numbers/libphonenumber'

const { countryOf } = phoneNumbers

describe('Phone numbers', () => {
  it('are assigned to countries, also if countries share a calling code', () => {
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

  it('of every country of the metadata are recognized', () => {
    for (const country of getCountries()) {
      const example = getExampleNumber(country, examples)
      // Åland, for example, shares its numbers with Finland, so the verdict may name the neighbor.
      if (example !== undefined) expect(countryOf(example.number), example.number).to.match(/^[A-Z]{2}$/)
    }
  })

  it('that belong to no country have the country 001', () => {
    expect(countryOf('+80012345678')).to.equal('001')
    expect(countryOf('+8001234567')).to.equal(undefined)
  })

  it('are refused if they are invalid in their country, have no plus, or contain anything but digits', () => {
    const refused = [
      '919876543210', '+91987654321', '+9198765432100', '+910234567890', '+15550100', '+1 201 555 0123',
      '+1-201-555-0123', '+4402079460000', '+44 7911 123456', '＋447911123456', '+４４7911123456', '+', '',
      '+0447911123456', '++447911123456', '+447911123456 ', ' +447911123456', '+447911123456\n',
      '+447911123456;ext=1', '+447911123456x1', 'tel:+447911123456', '+999123456789', `+1${'2'.repeat(400)}`,
    ] // prettier-ignore
    for (const text of refused) expect(countryOf(text), JSON.stringify(text)).to.equal(undefined)
  })
})
