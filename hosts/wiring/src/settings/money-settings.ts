import { E } from '@postrider/core/fp'
import { type SettingGroup, settingWithDefault } from '../setting.js'
import type { SettingReader } from '../setting-sources.js'
import { number } from '../setting-values.js'

/** Currencies, and the test credit of a new Organization. */
export interface MoneySettings {
  /** The currencies of accounts; the first is that of new Organizations. */
  readonly currencies: readonly [string, ...string[]]
  /** The test credit of a new Organization, in minor units of the first currency; 0: none. */
  readonly testCreditMinor: number
}

const currencies = (text: string): E.Either<string, readonly [string, ...string[]]> => {
  const [first, ...others] = text.split(',').map((code) => code.trim())
  const isList = first !== undefined && [first, ...others].every((code) => /^[A-Z]{3}$/.test(code))
  return isList ? E.right([first, ...others]) : E.left('must be ISO 4217 codes such as INR,EUR')
}

const MOST_TEST_CREDIT = 999_999_999

const CURRENCIES = settingWithDefault({
  name: 'POSTRIDER_CURRENCIES',
  parse: currencies,
  defaultText: 'INR',
  summary: 'currencies of accounts, as ISO 4217 codes; the first for new Organizations',
})

const TEST_CREDIT = settingWithDefault({
  name: 'POSTRIDER_TEST_CREDIT',
  parse: number(0, MOST_TEST_CREDIT, `minor units from 0 (none) to ${MOST_TEST_CREDIT}`),
  defaultText: '100000',
  about:
    'Test credit that an Organization gets once, in minor units of the first currency (docs/api/sandbox.md, Test preparation); 0: none.',
  row: { meaning: 'test credit that an Organization gets once, in minor units; 0: none' },
})

/** The declarations, in the order of the documents. */
export const MONEY_SETTINGS: readonly SettingGroup[] = [[CURRENCIES], [TEST_CREDIT]]

/** Reads the currencies and the test credit of a new Organization. */
export const readMoneySettings = ({ read }: SettingReader): MoneySettings => ({
  currencies: read(CURRENCIES),
  testCreditMinor: read(TEST_CREDIT),
})
