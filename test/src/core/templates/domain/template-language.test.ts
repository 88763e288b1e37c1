import { expect } from 'chai'
import { languageOfCountry } from '@postrider/core/templates/domain/country-languages'
import { languageAndParents, wantedLanguages } from '@postrider/core/templates/domain/template-language'

describe('Languages of templates', () => {
  it('fall back by CLDR parents', () => {
    const cases: Readonly<Record<string, readonly string[]>> = {
      pt_BR: ['pt-br', 'pt'],
      'pt-AO': ['pt-ao', 'pt-pt', 'pt'],
      'es-MX': ['es-mx', 'es-419', 'es'],
      'es-ES': ['es-es', 'es'],
      'en-AT': ['en-at', 'en-150', 'en-001', 'en'],
      'en-IN': ['en-in', 'en-001', 'en'],
      'en-US': ['en-us', 'en'],
      'zh-TW': ['zh-tw', 'zh-hant'],
      'zh-Hant-MO': ['zh-hant-mo', 'zh-hant-hk', 'zh-hant'],
      'nb-NO': ['nb-no', 'nb', 'no'],
      'sr-Latn-RS': ['sr-latn-rs', 'sr-latn'],
      de: ['de'],
      '': [],
    }
    for (const [tag, expected] of Object.entries(cases))
      expect(languageAndParents(tag), tag).to.deep.equal(expected)
  })

  it('of countries are their main languages', () => {
    const some = ['BR', 'IN', 'MX', 'CH', 'US', 'JP', 'NO', 'ZZ'].map(languageOfCountry)
    expect(some).to.deep.equal(['pt-BR', 'hi-IN', 'es-MX', 'de-CH', 'en-US', 'ja-JP', 'nb-NO', 'en-ZZ'])
  })

  it('of countries agree with the likely subtags of the running ICU, except a few that have changed', () => {
    const codes = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'].flatMap((one) =>
      [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'].map((other) => `${one}${other}`),
    )
    const differing = codes.filter((code) => {
      const { language } = new Intl.Locale(`und-${code}`).maximize()
      const assigned =
        new Intl.DisplayNames('en', { type: 'region', fallback: 'none' }).of(code) !== undefined
      return assigned && !languageOfCountry(code).startsWith(`${language}-`)
    })
    expect(differing.length, differing.join()).to.be.lessThan(60)
  })

  it('are wanted by the country of the number first, then by the default of the app', () => {
    const both = { byCountry: true, default: 'es-MX' } as const
    expect(wantedLanguages(both, 'BR')).to.deep.equal(['pt-br', 'pt', 'es-mx', 'es-419', 'es'])
    expect(wantedLanguages(both, undefined), 'an email address').to.deep.equal(['es-mx', 'es-419', 'es'])
    expect(wantedLanguages({ default: 'de' }, 'BR')).to.deep.equal(['de'])
    expect(wantedLanguages({}, 'BR')).to.deep.equal([])
  })
})
