import type { startOperations } from './operations.js'
import type { ImplementationsOf } from '../../runner/use-cases/implementation.js'
import { getProductionChecklist } from './get-production-checklist.js'
import { getStartChecklist } from './get-start-checklist.js'
import { prepareTestApp } from './prepare-test-app.js'

/** What carries out the operations on the way to a first message. */
export const startImplementations = {
  prepareTestApp,
  getStartChecklist,
  getProductionChecklist,
} satisfies ImplementationsOf<typeof startOperations>
