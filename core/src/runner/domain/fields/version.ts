import { integer } from '../../../kernel/codecs/integer.js'

/** The version to change; a caller with an outdated version is refused. */
export const version = integer({
  min: 1,
  description: 'The present version; grows with every change.',
  example: 1,
})
