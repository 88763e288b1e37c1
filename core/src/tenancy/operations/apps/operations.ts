import type { ImplementationsOf } from '../../../runner/use-cases/implementation.js'
import {
  renameApp,
  renameAppEntry,
  restrictApp,
  restrictAppEntry,
  disableApp,
  disableAppEntry,
  enableApp,
  enableAppEntry,
} from './change-apps.js'
import { createCustomerBrand, createCustomerBrandEntry } from './create-customer-brand.js'
import { createProject, createProjectEntry } from './create-project.js'
import { getApp, getAppEntry } from './get-app.js'
import { listApps, listAppsEntry } from './list-apps.js'
import { registerApp, registerAppEntry } from './register-app.js'
import { setAppLanguages, setAppLanguagesEntry } from './set-app-languages.js'
import { setKeywordReplies, setKeywordRepliesEntry } from './set-keyword-replies.js'

/** The operations about Brands, Projects and apps (docs/api/access#apps). */
export const appOperations = {
  createCustomerBrand: createCustomerBrandEntry,
  createProject: createProjectEntry,
  registerApp: registerAppEntry,
  listApps: listAppsEntry,
  getApp: getAppEntry,
  renameApp: renameAppEntry,
  restrictApp: restrictAppEntry,
  setKeywordReplies: setKeywordRepliesEntry,
  setAppLanguages: setAppLanguagesEntry,
  disableApp: disableAppEntry,
  enableApp: enableAppEntry,
} as const

/** The implementations of these operations. */
export const appImplementations = {
  createCustomerBrand,
  createProject,
  registerApp,
  listApps,
  getApp,
  renameApp,
  restrictApp,
  setKeywordReplies,
  setAppLanguages,
  disableApp,
  enableApp,
} satisfies ImplementationsOf<typeof appOperations>
