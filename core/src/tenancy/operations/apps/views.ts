import type * as t from 'io-ts'
import type { AppUsage } from '../../domain/app-usage.js'
import { disabledBy, isInUse } from '../../domain/app-state.js'
import type { App, Brand, Project } from '../../domain/records.js'
import { type EpochMs, isoTime } from '../../../kernel/time/epoch-ms.js'
import type { appShape, brandShape, listedAppShape, projectShape } from './shapes.js'

/** A Brand in the form of responses. */
export const brandView = ({ createdAtMs, ...brand }: Brand): t.TypeOf<typeof brandShape> => ({
  ...brand,
  createdAt: isoTime(createdAtMs),
})

/** A Project in the form of responses. */
export const projectView = ({ createdAtMs, ...project }: Project): t.TypeOf<typeof projectShape> => ({
  ...project,
  createdAt: isoTime(createdAtMs),
})

/** A Registered App in the form of responses, without the fields that super admins own. */
export const appView = (app: App): t.TypeOf<typeof appShape> => {
  const {
    appId,
    projectId,
    brandId,
    organizationId,
    name,
    platform,
    environment,
    restrictions,
    keywordReplies,
    languages = {},
  } = app
  return {
    appId,
    projectId,
    brandId,
    organizationId,
    name,
    platform,
    environment,
    restrictions,
    keywordReplies,
    languages,
    status: isInUse(app) ? 'active' : 'disabled',
    disabledBy: disabledBy(app),
    createdAt: isoTime(app.createdAtMs),
    version: app.version,
  }
}

const timeOrNull = (atMs: EpochMs | undefined): string | null => (atMs === undefined ? null : isoTime(atMs))

/** The same for the people of its Organization who manage it. */
export const listedAppView = ({ app, lastUsedAtMs, ...near }: AppUsage): t.TypeOf<typeof listedAppShape> => ({
  ...appView(app),
  ...near,
  disabledAt: timeOrNull(app.disabledAtMs),
  lastUsedAt: timeOrNull(lastUsedAtMs),
})
