import { Metadata } from 'libphonenumber-js/max'

/** The numbers of one type in a numbering plan. */
export interface NumberTypeRules {
  /** What the digits after the calling code look like; empty or none: there are none of the type. */
  pattern(): string | undefined
  possibleLengths(): readonly number[] | undefined
}

/** What the library keeps of the world's numbering plans, as its own functions read it: its published types have a part of it alone. */
export interface NumberingPlanReader {
  hasCallingCode(callingCode: string): boolean
  isNonGeographicCallingCode(callingCode: string): boolean
  getCountryCodesForCallingCode(callingCode: string): readonly string[] | undefined
  /** Takes a country, or a calling code for the plan of its main country: what follows is of that plan. */
  selectNumberingPlan(of: string): unknown
  nationalNumberPattern(): string
  nationalPrefixForParsing(): string | undefined
  /** Empty or none where nothing is told by them. */
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

/** The metadata of all types of numbers. Throws where a version of the library reads it otherwise. */
export const openMetadata = (): NumberingPlanReader => {
  const metadata: object = new Metadata()
  if (isPlanReader(metadata)) return metadata
  throw new Error('this version of libphonenumber-js reads its metadata otherwise')
}
