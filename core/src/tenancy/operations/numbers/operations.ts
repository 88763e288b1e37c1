import type { ImplementationsOf } from '../../../runner/use-cases/implementation.js'
import {
  allowNumberPrefix,
  allowNumberPrefixEntry,
  removeNumberPrefix,
  removeNumberPrefixEntry,
} from './allow-number-prefix.js'
import { listNumberPrefixes, listNumberPrefixesEntry } from './list-number-prefixes.js'

/** The operations about number prefixes that numbering plans don't know (docs/api/conventions#phone-numbers). */
export const numberOperations = {
  listNumberPrefixes: listNumberPrefixesEntry,
  allowNumberPrefix: allowNumberPrefixEntry,
  removeNumberPrefix: removeNumberPrefixEntry,
} as const

/** The implementations of these operations. */
export const numberImplementations = {
  listNumberPrefixes,
  allowNumberPrefix,
  removeNumberPrefix,
} satisfies ImplementationsOf<typeof numberOperations>
