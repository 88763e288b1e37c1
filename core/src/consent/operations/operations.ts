import type { ImplementationsOf } from '../../runner/use-cases/implementation.js'
import {
  listOrganizationSuppressions,
  listOrganizationSuppressionsEntry,
} from './list-organization-suppressions.js'
import { listConsents, listConsentsEntry } from './list-consents.js'
import { listOrganizationConsents, listOrganizationConsentsEntry } from './list-organization-consents.js'
import { listSuppressions, listSuppressionsEntry } from './list-suppressions.js'
import { recordConsent, recordConsentEntry } from './record-consent.js'
import { suppress, suppressEntry, unsuppress, unsuppressEntry } from './suppress.js'

/** Operations about suppressions (docs/api/delivery#suppressions) and the consent register (docs/api/consent). */
export const suppressionOperations = {
  listSuppressions: listSuppressionsEntry,
  listOrganizationSuppressions: listOrganizationSuppressionsEntry,
  suppress: suppressEntry,
  unsuppress: unsuppressEntry,
  recordConsent: recordConsentEntry,
  listConsents: listConsentsEntry,
  listOrganizationConsents: listOrganizationConsentsEntry,
} as const

/** Implementations of the operations about suppressions. */
export const suppressionImplementations = {
  listSuppressions,
  listOrganizationSuppressions,
  suppress,
  unsuppress,
  recordConsent,
  listConsents,
  listOrganizationConsents,
} satisfies ImplementationsOf<typeof suppressionOperations>
