import { expect } from 'chai'
import fc from 'fast-check'
import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import metadataJson from 'libphonenumber-js/metadata.max.json'
import { phoneNumbers } from '@postrider/node/phone-numbers/libphonenumber'
import { openMetadata } from '@postrider/node/phone-numbers/numbering-metadata'

const SEED = 20_261_123
/** When shown, it runs at full length (CONTRIBUTING.md). */
const IS_SHOWN = process.env['POSTRIDER_SHOW_NUMBERS'] === '1'
const NUMBERS_OF_EACH_TYPE = IS_SHOWN ? 24 : 4
const RANDOM_NUMBERS = IS_SHOWN ? 100 : 6
const TYPES = [
  'FIXED_LINE', 'MOBILE', 'PREMIUM_RATE', 'TOLL_FREE', 'SHARED_COST', 'VOIP', 'PERSONAL_NUMBER', 'PAGER', 'UAN', 'VOICEMAIL',
] // prettier-ignore

const metadata = openMetadata()
const callingCodes = Array.from({ length: 999 }, (_, at) => `${at + 1}`).filter((code) =>
  metadata.hasCallingCode(code),
)

/** The library's own verdict on a number as it was written. */
const countryByLibrary = (e164: string): string | undefined => {
  const number = parsePhoneNumberFromString(e164)
  if (number === undefined || number.number !== e164 || !number.isValid()) return undefined
  return number.country ?? (number.isNonGeographic() ? '001' : undefined)
}

/** The numbers of the selected plan: each type's pattern, and that of all of them. */
const patternsOf = (plan: string): readonly string[] => {
  metadata.selectNumberingPlan(plan)
  const types = TYPES.flatMap((name) => metadata.type(name)?.pattern() ?? [])
  return [...new Set([metadata.nationalNumberPattern(), ...types])].filter((pattern) => pattern !== '')
}

/** A number and its typing errors: too short, too long, with a prefix, another digit. */
const variantsOf = (national: string, prefix: string): readonly string[] => [
  national,
  national.slice(0, -1),
  `${national}7`,
  `0${national}`,
  `1${national}`,
  `${prefix}${national}`,
  `${national.slice(0, 2)}${(Number(national[2] ?? 0) + 1) % 10}${national.slice(3)}`,
]

const numbersOf = (callingCode: string): readonly string[] => {
  const countries = metadata.getCountryCodesForCallingCode(callingCode) ?? []
  metadata.selectNumberingPlan(callingCode)
  const prefix = /^\d*/.exec(metadata.nationalPrefixForParsing() ?? '')?.[0] ?? ''
  const patterns = [callingCode, ...countries].flatMap(patternsOf)
  const shaped = patterns.flatMap((pattern) =>
    fc.sample(fc.stringMatching(new RegExp(`^(?:${pattern.replaceAll('\\d', '[0-9]')})$`)), {
      numRuns: NUMBERS_OF_EACH_TYPE,
      seed: SEED,
    }),
  )
  const digits = fc.stringMatching(/^[0-9]{1,13}$/)
  const random = fc.sample(digits, { numRuns: RANDOM_NUMBERS, seed: SEED })
  return [...shaped, ...random].flatMap((national) =>
    variantsOf(national, prefix).map((variant) => `+${callingCode}${variant}`),
  )
}

describe('Verdicts on phone numbers by prepared plans', () => {
  it('match the library for every calling code: all types, too short, too long, mistyped, with national prefixes', () => {
    let [numbers, valid] = [0, 0]
    for (const callingCode of callingCodes)
      for (const number of new Set(numbersOf(callingCode))) {
        if (!/^\+[1-9][0-9]{4,14}$/.test(number)) continue
        const expected = countryByLibrary(number)
        if (phoneNumbers.countryOf(number) !== expected)
          expect.fail(`${number} is of ${phoneNumbers.countryOf(number)}, and of ${expected} by the library`)
        numbers += 1
        valid += expected === undefined ? 0 : 1
      }
    const without = Array.from({ length: 999 }, (_, at) => `${at + 1}`).filter(
      (code) => code.length === 3 && !callingCodes.some((known) => code.startsWith(known)),
    )
    for (const code of without) expect(phoneNumbers.countryOf(`+${code}12345678`), code).to.equal(undefined)
    expect(callingCodes.length).to.equal(
      Object.keys(metadataJson.country_calling_codes).length + Object.keys(metadataJson.nonGeographic).length,
    )
    expect(valid).to.be.greaterThan(numbers / 20)
    if (IS_SHOWN)
      console.log(`${callingCodes.length} calling codes, ${numbers} numbers, ${valid} of them valid`)
  })

  it('use metadata of the expected shape', () => {
    for (const callingCode of callingCodes) {
      const countries = metadata.getCountryCodesForCallingCode(callingCode) ?? [callingCode]
      for (const plan of countries) {
        metadata.selectNumberingPlan(plan)
        expect(metadata.nationalNumberPattern(), plan).to.match(/\\d|\[|[0-9]/)
        const patterns = TYPES.map((name) => metadata.type(name)?.pattern() ?? '')
        expect(patterns.join(''), plan).not.to.equal('')
        for (const name of TYPES) {
          const lengths = metadata.type(name)?.possibleLengths()
          if (lengths !== undefined)
            expect(lengths.every((length) => Number.isInteger(length))).to.equal(true)
        }
      }
    }
  })
})
