import type * as t from 'io-ts'
import type { App, Brand, Project } from '../../tenancy/records.js'
import { isoTime } from '../../time/epoch-ms.js'
import type { appShape, brandShape, projectShape } from './shapes.js'

/** A Brand as it is answered. */
export const brandView = ({ createdAtMs, ...brand }: Brand): t.TypeOf<typeof brandShape> => ({
  ...brand,
  createdAt: isoTime(createdAtMs),
})

/** A Project as it is answered. */
export const projectView = ({ createdAtMs, ...project }: Project): t.TypeOf<typeof projectShape> => ({
  ...project,
  createdAt: isoTime(createdAtMs),
})

/** A Registered App as it is answered; what operators own of it is not shown. */
export const appView = ({
  appId,
  projectId,
  brandId,
  organizationId,
  name,
  platform,
  environment,
  restrictions,
  status,
  createdAtMs,
}: App): t.TypeOf<typeof appShape> => ({
  appId,
  projectId,
  brandId,
  organizationId,
  name,
  platform,
  environment,
  restrictions,
  status,
  createdAt: isoTime(createdAtMs),
})
