import { integer } from '../../../kernel/codecs/integer.js'

/** The version to change; a caller with an outdated version is refused. */
export const version = integer({
  min: 1,
  description:
    'Current version of the record; increases with every change. Pass it with a change: if the record has changed since, the change is refused.',
  example: 1,
})
