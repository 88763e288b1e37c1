import type { templateOperations } from '../../../domain/operations/templates/operations.js'
import type { ImplementationsOf } from '../running/implementation.js'
import * as drafts from './drafts.js'
import * as review from './review.js'

/** What carries out the operations about templates and their review. */
export const templateImplementations = {
  ...drafts,
  ...review,
} satisfies ImplementationsOf<keyof typeof templateOperations>
