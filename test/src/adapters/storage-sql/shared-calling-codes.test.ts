import { expect } from 'chai'
import { getCountries, getCountryCallingCode } from 'libphonenumber-js/max'
import { SHARED_CALLING_CODES } from '@postrider/storage-sql/messaging/usage/count-entries'

describe('Calling codes that countries share', () => {
  it('are those of the numbering plans', () => {
    const codes: readonly string[] = getCountries().map((country) => getCountryCallingCode(country))
    const shared = codes.filter((code, at) => codes.indexOf(code) !== at)
    expect([...new Set(shared)].sort()).to.deep.equal([...SHARED_CALLING_CODES].sort())
  })
})
