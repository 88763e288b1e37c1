import type { accountOperations } from './operations.js'
import type { ImplementationsOf } from '../../../runner/use-cases/implementation.js'
import * as account from './account.js'

/** What carries out the operations about who one is, and where one belongs. */
export const accountImplementations = {
  ...account,
} satisfies ImplementationsOf<typeof accountOperations>
