import type { ImplementationsOf } from '../../runner/use-cases/implementation.js'
import {
  listOrganizationSuppressions,
  listOrganizationSuppressionsEntry,
} from './list-organization-suppressions.js'
import { listSuppressions, listSuppressionsEntry } from './list-suppressions.js'
import { suppress, suppressEntry, unsuppress, unsuppressEntry } from './suppress.js'

/** Operations about suppressions (docs/api/delivery#suppressions). */
export const suppressionOperations = {
  listSuppressions: listSuppressionsEntry,
  listOrganizationSuppressions: listOrganizationSuppressionsEntry,
  suppress: suppressEntry,
  unsuppress: unsuppressEntry,
} as const

/** Implementations of the operations about suppressions. */
export const suppressionImplementations = {
  listSuppressions,
  listOrganizationSuppressions,
  suppress,
  unsuppress,
} satisfies ImplementationsOf<typeof suppressionOperations>
