import { type NumberingPlanReader, openMetadata } from './numbering-metadata.js'

/** The types of valid numbers, as the library names them. */
const TYPES = [
  'FIXED_LINE', 'MOBILE', 'PREMIUM_RATE', 'TOLL_FREE', 'SHARED_COST', 'VOIP', 'PERSONAL_NUMBER', 'PAGER', 'UAN', 'VOICEMAIL',
] // prettier-ignore

/** The library's country of numbers without one, such as +800. */
export const NON_GEOGRAPHIC = '001'

/** Whether the digits after the calling code are a valid number. */
type NumberCheck = (national: string) => boolean

/** A country among those that share a calling code. */
interface CountryPlan {
  readonly country: string
  /** The first digits of its numbers, if they distinguish them from other countries'. */
  readonly leadingDigits: RegExp | undefined
  readonly isValid: NumberCheck
}

/** The plan of a calling code; each regular expression is created once. */
export interface NumberingPlan {
  /**
   * Whether the library would rewrite digits with this start: they have a prefix that is only dialed within
   * the country.
   */
  readonly isMended: NumberCheck
  readonly countries: readonly CountryPlan[]
}

const whole = (pattern: string): RegExp => new RegExp(`^(?:${pattern})$`)
const beginning = (pattern: string): RegExp => new RegExp(`^(?:${pattern})`)

/** Whether a number is of any type: one expression for each length. */
const ofAnyType = (metadata: NumberingPlanReader): NumberCheck => {
  const types = TYPES.flatMap((name) => metadata.type(name) ?? []).flatMap((type) => {
    const pattern = type.pattern()
    return pattern ? { pattern, lengths: type.possibleLengths() } : []
  })
  const byLength = new Map<number, RegExp | undefined>()
  const expressionFor = (length: number): RegExp | undefined => {
    const patterns = types
      .filter(({ lengths }) => lengths?.includes(length) !== false)
      .map(({ pattern }) => `(?:${pattern})`)
    return patterns.length === 0 ? undefined : whole(patterns.join('|'))
  }
  return (national) => {
    const { length } = national
    if (!byLength.has(length)) byLength.set(length, expressionFor(length))
    return byLength.get(length)?.test(national) === true
  }
}

const countryPlan = (metadata: NumberingPlanReader, country: string, callingCode: string): CountryPlan => {
  metadata.selectNumberingPlan(country === NON_GEOGRAPHIC ? callingCode : country)
  const leadingDigits = metadata.leadingDigits()
  const general = whole(metadata.nationalNumberPattern())
  const isOfAnyType = ofAnyType(metadata)
  return {
    country,
    leadingDigits: leadingDigits ? beginning(leadingDigits) : undefined,
    isValid: (national) => general.test(national) && isOfAnyType(national),
  }
}

const mending = (metadata: NumberingPlanReader, callingCode: string): NumberCheck => {
  metadata.selectNumberingPlan(callingCode)
  const prefix = metadata.nationalPrefixForParsing()
  if (!prefix) return () => false
  const expression = beginning(prefix)
  return (national) => {
    const found = expression.exec(national)
    // If no prefix was found, nothing is removed.
    return found !== null && (found[0] !== '' || found.at(-1) !== '')
  }
}

const planFor = (metadata: NumberingPlanReader, callingCode: string): NumberingPlan | undefined => {
  if (!metadata.hasCallingCode(callingCode)) return undefined
  const countries = metadata.isNonGeographicCallingCode(callingCode)
    ? [NON_GEOGRAPHIC]
    : (metadata.getCountryCodesForCallingCode(callingCode) ?? [])
  return {
    isMended: mending(metadata, callingCode),
    countries: countries.map((country) => countryPlan(metadata, country, callingCode)),
  }
}

/** The plan of a calling code, created on first use; undefined if there is no such code. */
export const numberingPlans = (): ((callingCode: string) => NumberingPlan | undefined) => {
  const metadata = openMetadata()
  const plans = new Map<string, NumberingPlan | undefined>()
  return (callingCode) => {
    if (!plans.has(callingCode)) plans.set(callingCode, planFor(metadata, callingCode))
    return plans.get(callingCode)
  }
}

/**
 * The country that the digits after a calling code belong to; undefined if they aren't a valid number. It is
 * the first country whose leading digits match or, if it has none, whose patterns match.
 */
export const countryIn = ({ countries }: NumberingPlan, national: string): string | undefined => {
  const [only] = countries
  if (countries.length === 1) return only?.isValid(national) === true ? only.country : undefined
  for (const { country, leadingDigits, isValid } of countries) {
    if (leadingDigits === undefined) {
      if (isValid(national)) return country
    } else if (leadingDigits.test(national)) return isValid(national) ? country : undefined
  }
  return undefined
}
