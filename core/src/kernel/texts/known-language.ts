import { isCountry } from '../places/countries.js'

const names = (type: 'language' | 'region') =>
  new Intl.DisplayNames('en', { type, fallback: 'none', languageDisplay: 'standard' })

let languages: Intl.DisplayNames | undefined
let regions: Intl.DisplayNames | undefined

/** Whether there is a name; codes that can't be any throw. */
const hasName = (all: Intl.DisplayNames, code: string): boolean => {
  try {
    return all.of(code) !== undefined
  } catch {
    return false
  }
}

/** Codes that mean several languages or none. */
const NO_LANGUAGE: ReadonlySet<string> = new Set(['mul', 'und', 'zxx'])

const isKnownRegion = (region: string): boolean => {
  if (/^[A-Z]{2}$/.test(region)) return isCountry(region)
  regions ??= names('region')
  return hasName(regions, region)
}

const localeOf = (tag: string): Intl.Locale | undefined => {
  try {
    return new Intl.Locale(tag)
  } catch {
    return undefined
  }
}

/** The region as it is written: `UK` isn't a country, although it is read as `GB`. */
const REGION = /^[a-z]+(?:-[a-z]{4})?-([a-z]{2}|\d{3})(?:-|$)/i

/**
 * Whether a BCP 47 tag, also with `_`, is of a language that ISO 639 and CLDR know, and of a country or an
 * area of UN M.49 if it has one (docs/api/templates#languages).
 */
export const isKnownLanguage = (tag: string): boolean => {
  const written = tag.replaceAll('_', '-')
  const locale = localeOf(written)
  if (locale === undefined || NO_LANGUAGE.has(locale.language)) return false
  // The names are loaded with the first template, because that takes a while.
  languages ??= names('language')
  const region = REGION.exec(written)?.[1]?.toUpperCase()
  return hasName(languages, locale.language) && (region === undefined || isKnownRegion(region))
}
