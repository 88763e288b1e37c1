import { expect } from 'chai'
import { isCountry } from '@postrider/core/kernel/places/countries'
import { languageOfCountry } from '@postrider/core/templates/domain/country-languages'
import { isKnownLanguage } from '@postrider/core/kernel/texts/known-language'

describe('Country codes', () => {
  it('are those of ISO 3166-1 and three with numbers of their own', () => {
    for (const code of ['IN', 'GB', 'US', 'AQ', 'XK', 'AC', 'TA'])
      expect(isCountry(code), code).to.equal(true)
    for (const code of ['XX', 'ZZ', 'UK', 'EU', 'SU', 'in', '']) expect(isCountry(code), code).to.equal(false)
    const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
    const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
    const all = letters.flatMap((one) => letters.map((other) => `${one}${other}`)).filter(isCountry)
    expect(all).to.have.length(252)
    for (const code of all) expect(names.of(code), code).to.be.a('string')
  })
})

describe('Language tags', () => {
  it('are known if the language and the region are', () => {
    for (const tag of [
      'en',
      'EN',
      'pt_BR',
      'pt-br',
      'zh-Hant-HK',
      'es-419',
      'en-001',
      'fil',
      'prs_AF',
      'mni',
      'sr-Latn',
    ])
      expect(isKnownLanguage(tag), tag).to.equal(true)
    for (const tag of ['deutsch', 'xx', 'xx-bogus', 'en-XX', 'en-UK', 'en-999', 'und', 'mul', 'e', 'en-'])
      expect(isKnownLanguage(tag), tag).to.equal(false)
  })

  it('of each country are known', () => {
    for (const country of ['IN', 'BR', 'XK', 'US'])
      expect(isKnownLanguage(languageOfCountry(country))).to.equal(true)
  })
})
