import type { templateOperations } from './operations.js'
import type { ImplementationsOf } from '../../runner/use-cases/implementation.js'
import * as versions from './draft-versions.js'
import * as drafts from './drafts.js'
import * as entered from './entered-registrations.js'
import * as previews from './preview-template-draft.js'
import * as review from './review.js'
import * as starters from './starters.js'

/** What carries out the operations about templates and their review. */
export const templateImplementations = {
  ...drafts,
  ...versions,
  ...entered,
  ...previews,
  ...review,
  ...starters,
} satisfies ImplementationsOf<typeof templateOperations>
