import type { ImplementationsOf } from '../../runner/use-cases/implementation.js'
import { getProductionChecklist, getProductionChecklistEntry } from './get-production-checklist.js'
import { getStartChecklist, getStartChecklistEntry } from './get-start-checklist.js'
import { prepareTestApp, prepareTestAppEntry } from './prepare-test-app.js'

/**
 * The operations from an empty account to a first message, and to production
 * (docs/api/sandbox#test-preparation).
 */
export const startOperations = {
  prepareTestApp: prepareTestAppEntry,
  getStartChecklist: getStartChecklistEntry,
  getProductionChecklist: getProductionChecklistEntry,
} as const

/** The implementations of these operations. */
export const startImplementations = {
  prepareTestApp,
  getStartChecklist,
  getProductionChecklist,
} satisfies ImplementationsOf<typeof startOperations>
