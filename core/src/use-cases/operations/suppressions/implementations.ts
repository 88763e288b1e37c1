import type { suppressionOperations } from '../../../domain/operations/suppressions/operations.js'
import type { ImplementationsOf } from '../running/implementation.js'
import * as suppressions from './suppressions.js'

/** What carries out the operations about suppressions. */
export const suppressionImplementations = {
  ...suppressions,
} satisfies ImplementationsOf<keyof typeof suppressionOperations>
