import type { accountOperations } from '../../../domain/operations/account/operations.js'
import type { ImplementationsOf } from '../running/implementation.js'
import * as account from './account.js'

/** What carries out the operations about who one is, and where one belongs. */
export const accountImplementations = {
  ...account,
} satisfies ImplementationsOf<keyof typeof accountOperations>
