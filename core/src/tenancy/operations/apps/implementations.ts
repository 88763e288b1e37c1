import type { appOperations } from './operations.js'
import type { ImplementationsOf } from '../../../runner/use-cases/implementation.js'
import * as apps from './apps.js'
import * as changes from './change-apps.js'
import * as lists from './list-apps.js'
import * as previews from './preview-app-disabling.js'
import * as brandsAndProjects from './brands-and-projects.js'

/** What carries out the operations about what sends for an Organization. */
export const appImplementations = {
  ...apps,
  ...changes,
  ...lists,
  ...previews,
  ...brandsAndProjects,
} satisfies ImplementationsOf<typeof appOperations>
