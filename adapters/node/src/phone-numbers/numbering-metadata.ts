import { Metadata } from 'libphonenumber-js/max'

/** The numbers of one type in a numbering plan. */
export interface NumberTypeRules {
  /**
   * The pattern of the digits after the calling code; empty or undefined: there are no numbers of the type.
   */
  pattern(): string | undefined
  possibleLengths(): readonly number[] | undefined
}

/**
 * The library's metadata of numbering plans, as its own functions read it: its published types cover only a
 * part of it.
 */
export interface NumberingPlanReader {
  hasCallingCode(callingCode: string): boolean
  isNonGeographicCallingCode(callingCode: string): boolean
  getCountryCodesForCallingCode(callingCode: string): readonly string[] | undefined
  /**
   * Selects a country, or a calling code for the plan of its main country; later calls return data of that
   * plan.
   */
  selectNumberingPlan(of: string): unknown
  nationalNumberPattern(): string
  nationalPrefixForParsing(): string | undefined
  /** Empty or undefined if they don't distinguish countries. */
  leadingDigits(): string | undefined
  type(name: string): NumberTypeRules | undefined
}

const METHODS: ReadonlyArray<keyof NumberingPlanReader> = [
  'hasCallingCode',
  'isNonGeographicCallingCode',
  'getCountryCodesForCallingCode',
  'selectNumberingPlan',
  'nationalNumberPattern',
  'nationalPrefixForParsing',
  'leadingDigits',
  'type',
]

const isPlanReader = (metadata: object): metadata is NumberingPlanReader =>
  METHODS.every((name) => name in metadata && typeof Reflect.get(metadata, name) === 'function')

/** The metadata of all types of numbers. Throws if a version of the library reads it differently. */
export const openMetadata = (): NumberingPlanReader => {
  const metadata: object = new Metadata()
  if (isPlanReader(metadata)) return metadata
  throw new Error('this version of libphonenumber-js reads its metadata otherwise')
}
