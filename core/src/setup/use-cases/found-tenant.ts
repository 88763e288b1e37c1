import type { Channel } from '../../channels/channels.js'
import type { FirstSetUpRequest } from '../domain/first-set-up.js'
import type { OrganizationId } from '../../kernel/ids/id.js'
import { E } from '../../fp.js'
import { eachInTurn, brandedId, type Outcome, perform, type SetUpStage } from './set-up-stage.js'

/** Opens the channels in production, where all are closed until a super admin opens them. */
const openChannels = async (
  stage: SetUpStage,
  organizationId: OrganizationId,
  channels: readonly Channel[],
): Outcome<unknown> => {
  const { reason } = stage.by
  let version = 1
  return eachInTurn(channels, async (channel) => {
    const open = {
      organizationId,
      environment: 'production',
      channel,
      enabled: true,
      version,
      reason,
    } as const
    const opened = await perform(stage, 'setOrganizationEntitlement', open)
    if (E.isRight(opened)) version = opened.right.organization.version
    return opened
  })
}

/**
 * Creates the Organization that the first admin owns, with Brand, Project and app, and opens its channels.
 */
export const foundTenant = async (
  stage: SetUpStage,
  { organization: wanted, appName }: FirstSetUpRequest,
  channels: readonly Channel[],
) => {
  const { displayName, legalName = displayName, brandName = displayName, projectName, environment } = wanted
  const names = { displayName, legalName, brandName, projectName }
  const founded = await perform(stage, 'createOrganization', { ...names, environment })
  if (E.isLeft(founded)) return founded
  const { organization, brand, project } = founded.right
  const organizationId = brandedId('org', organization.organizationId)
  const place = {
    organizationId,
    brandId: brandedId('brd', brand.brandId),
    projectId: brandedId('prj', project.projectId),
  }
  const app = { ...place, name: appName, platform: 'server', restrictions: {} } as const
  const registered = await perform(stage, 'registerApp', app, organizationId)
  if (E.isLeft(registered)) return registered
  if (environment === 'production') {
    const opened = await openChannels(stage, organizationId, channels)
    if (E.isLeft(opened)) return opened
  }
  return E.right({ ...place, appId: brandedId('app', registered.right.app.appId) })
}
