import type { appOperations } from '../../../domain/operations/apps/operations.js'
import type { ImplementationsOf } from '../running/implementation.js'
import * as apps from './apps.js'
import * as brandsAndProjects from './brands-and-projects.js'

/** What carries out the operations about what sends for an Organization. */
export const appImplementations = {
  ...apps,
  ...brandsAndProjects,
} satisfies ImplementationsOf<keyof typeof appOperations>
