import { createRequire } from 'node:module'
import type * as Lists from '@zxcvbn-ts/language-common'

const require = createRequire(import.meta.url)

let listed: ReadonlySet<string> | undefined

const load = (): ReadonlySet<string> => {
  const { dictionary } = require('@zxcvbn-ts/language-common') as typeof Lists
  return new Set(dictionary['passwords-common'])
}

/** The maximum length of a password in the list. */
const LONGEST_LISTED = 20

/**
 * Whether the password is one of the 49,000 most common ones, ignoring case. The list is loaded on the first
 * check of a password that may be in it: most processes never set a password, and it takes megabytes.
 */
export const isListed = (password: string): boolean => {
  if (password.length > LONGEST_LISTED) return false
  listed ??= load()
  // The list is in lower case.
  return listed.has(password.toLowerCase())
}
