import { integer } from './integer.js'
import { text } from './text.js'
import { present } from '../present.js'

/** An amount in integer minor units (docs/api/conventions#money). */
export const minor = (description: string, min?: number) =>
  integer({ ...present({ min }), description, example: 35 })

/** A currency code: exactly three upper-case letters (docs/api/conventions#money). */
export const currency = text({
  pattern: /^[A-Z]{3}$/,
  description: 'Currency code (ISO 4217); amounts are in its minor units.',
  example: 'INR',
})
