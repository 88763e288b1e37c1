import { anAgentKey } from '@postrider/conformance/builders/an-agent-key'
import { exclusively } from '@postrider/conformance/storage/unit-work'
import type { Operation } from '@postrider/core/identity/domain/access/operation'
import { type OperationName, OPERATIONS, operationsFor } from '@postrider/core/assembly/registry'
import { AGENT_REQUESTS } from '../http/agent-requests.js'
import {
  type ControlBody,
  done,
  IDENTIFIED,
  type Prepare,
  type Scene,
  textAt,
} from '../http/control-requests.js'
import { enterWebsite } from '../../builders/a-website.js'
import { sampleBody } from './sample-body.js'

/** All operations of the website, read from the registry, so that new ones are included. */
export const WEBSITE_OPERATIONS = operationsFor('customerWebsite')

const aKeyOf = async ({ http: { ports }, firm }: Scene): Promise<string> => {
  const { organizationId } = firm.tenant.organization
  const { bearer: _bearer, ...kept } = ports.agentSecrets.create('customer')
  const key = anAgentKey({
    ...kept,
    kind: 'customer',
    organizationId,
    sponsorId: firm.members.owner.userId,
    // Every role that rotates keys may grant this operation.
    allowlist: ['listCustomerMessageHistory'],
    expiresAtMs: undefined,
  })
  await exclusively(ports, (unit) => unit.agentKeys.add(key))
  return key.agentKeyId
}

const aDraftOf = async (scene: Scene): Promise<string> => {
  const { draftId } = await AGENT_REQUESTS.submitCustomerTemplateDraftForReview(scene)
  return String(draftId)
}

/** Creates the records that requests name by identifier, owned by the firm or its owner. */
const MADE: Readonly<Record<string, (scene: Scene) => string | Promise<string>>> = {
  ...IDENTIFIED,
  // An additional app, because some requests remove it.
  appId: async (scene) => {
    const body = await AGENT_REQUESTS.registerApp(scene)
    return textAt(await done(scene.http, scene.firm.members.owner, 'registerApp', body), 'app', 'appId')
  },
  agentKeyId: aKeyOf,
  draftId: aDraftOf,
  templateId: aDraftOf,
  sessionId: async ({ http, firm }) => {
    const { facts } = await enterWebsite(http.ports, firm.members.owner.userId)
    return facts.session.sessionId
  },
}

/** Requests that need more than the example to get 200. */
const ADVISED: Readonly<Record<string, Prepare>> = {
  ...AGENT_REQUESTS,
  // Only an owner grants the first role in the list.
  changeOrganizationMemberRole: async (scene) => ({
    organizationId: scene.firm.tenant.organization.organizationId,
    userId: await MADE['userId']?.(scene),
    role: 'developer',
    reason: 'For the test.',
  }),
}

/** Whether a request is complete, so that allowed callers get 200. */
export const isWhole = (operation: OperationName): boolean => operation in ADVISED

/** A request of the operation for the firm's records. */
export const requestOf = async (operation: OperationName, scene: Scene): Promise<ControlBody> => {
  const advised = ADVISED[operation]
  if (advised !== undefined) return advised(scene)
  const { request }: Operation = OPERATIONS[operation]
  return sampleBody(request, async (property) => MADE[property]?.(scene))
}

/** The properties of a body that identify a tenant's record, besides the tenant itself. */
export const identifiersIn = (operation: OperationName, body: ControlBody): readonly string[] => {
  const { tenant }: Operation = OPERATIONS[operation]
  return Object.keys(body).filter((property) => property in MADE && property !== tenant)
}
