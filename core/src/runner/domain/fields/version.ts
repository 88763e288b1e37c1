import { integer } from '../../../kernel/codecs/integer.js'

/** The version that is changed: who has not seen the present one is refused. */
export const version = integer({
  min: 1,
  description: 'The present version; grows with every change.',
  example: 1,
})
