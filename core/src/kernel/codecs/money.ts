import { integer } from './integer.js'
import { isCurrency } from '../money/iso-4217.js'
import { broken } from './fault.js'
import { text } from './text.js'
import { present } from '../present.js'

/** An amount in integer minor units (docs/api/conventions#money). */
export const minor = (description: string, min?: number) =>
  integer({ ...present({ min }), description, example: 35 })

const unknownCurrency = broken('not_allowed', 'The currency must be a currency code of ISO 4217.')

/** A currency code: exactly three upper-case letters (docs/api/conventions#money). */
export const currency = text({
  pattern: /^[A-Z]{3}$/,
  description: 'Currency code (ISO 4217); amounts are in its minor units.',
  example: 'INR',
})

/** A currency code in requests that add something in the currency: the currency must exist. */
export const knownCurrency = text({
  ...currency.rules,
  refuses: (input) => (isCurrency(input) ? undefined : unknownCurrency),
})
