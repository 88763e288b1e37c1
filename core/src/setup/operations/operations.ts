import type { ImplementationsOf } from '../../runner/use-cases/implementation.js'
import { getProductionChecklist, getProductionChecklistEntry } from './get-production-checklist.js'
import { getStartChecklist, getStartChecklistEntry } from './get-start-checklist.js'
import { prepareTestApp, prepareTestAppEntry } from './prepare-test-app.js'

/** The way from an empty account to a first message, and from there to production (docs/contract#test-preparation). */
export const startOperations = {
  prepareTestApp: prepareTestAppEntry,
  getStartChecklist: getStartChecklistEntry,
  getProductionChecklist: getProductionChecklistEntry,
} as const

/** What carries out the operations on the way to a first message. */
export const startImplementations = {
  prepareTestApp,
  getStartChecklist,
  getProductionChecklist,
} satisfies ImplementationsOf<typeof startOperations>
