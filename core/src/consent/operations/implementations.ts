import type { suppressionOperations } from './operations.js'
import type { ImplementationsOf } from '../../runner/use-cases/implementation.js'
import * as suppressions from './suppressions.js'

/** What carries out the operations about suppressions. */
export const suppressionImplementations = {
  ...suppressions,
} satisfies ImplementationsOf<typeof suppressionOperations>
