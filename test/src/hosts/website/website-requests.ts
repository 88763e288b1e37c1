import { fresh } from '@postrider/conformance/builders/fresh'
import { right } from '@postrider/conformance/outcome'
import type { MessageId } from '@postrider/core/kernel/ids/id'
import type { TestDelivery } from '@postrider/core/providers/domain/test-message'
import { keepTestMessages } from '@postrider/core/messaging/use-cases/test-messages/keep-test-messages'
import { anAgentKey } from '@postrider/conformance/builders/an-agent-key'
import { exclusively } from '@postrider/conformance/storage/unit-work'
import type { Operation } from '@postrider/core/identity/domain/access/operation'
import { type OperationName, OPERATIONS, operationsFor } from '@postrider/core/assembly/registry'
import { aSend } from '../http/a-send.js'
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

/** Everything that people at the website may call, read off the registry: what is new there is in it at once. */
export const WEBSITE_OPERATIONS = operationsFor('customerWebsite')

const aKeyOf = async ({ http: { ports }, firm }: Scene): Promise<string> => {
  const { organizationId } = firm.tenant.organization
  const { bearer: _bearer, ...kept } = ports.agentSecrets.create('customer')
  const key = anAgentKey({
    ...kept,
    kind: 'customer',
    organizationId,
    sponsorId: firm.members.owner.userId,
    // What each role that rotates keys may give.
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

/** Makes what requests name by an identifier, all the firm's own, or its owner's. */
const MADE: Readonly<Record<string, (scene: Scene) => string | Promise<string>>> = {
  ...IDENTIFIED,
  // One more, since some of what is asked for takes it away.
  appId: async (scene) => {
    const body = await AGENT_REQUESTS.registerApp(scene)
    return textAt(await done(scene.http, scene.firm.members.owner, 'registerApp', body), 'app', 'appId')
  },
  messageId: async ({ http, firm }) =>
    textAt(await http.call('POST', '/v1/messages', aSend(firm.tenant)), 'messageId'),
  agentKeyId: aKeyOf,
  draftId: aDraftOf,
  templateId: aDraftOf,
  sessionId: async ({ http, firm }) => {
    const { facts } = await enterWebsite(http.ports, firm.members.owner.userId)
    return facts.session.sessionId
  },
}

/** A message that the sandbox delivered. */
const aDelivered = async (scene: Scene): Promise<string> => {
  const { ports } = scene.http
  const messageId = String(await MADE['messageId']?.(scene)) as MessageId
  const delivery: TestDelivery = {
    messageId,
    providerAccountId: fresh.id('pac'),
    providerMessageId: `sbx-${messageId}`,
    channel: 'sms',
    to: '+919876543210',
    from: 'PSTRDR',
    subject: undefined,
    text: 'Your order has left.',
    otp: undefined,
    deliveredAtMs: ports.clock.nowMs(),
  }
  await right(keepTestMessages(ports)([delivery]))
  return messageId
}

/** Requests that have to be more than an example to be answered with 200. */
const ADVISED: Readonly<Record<string, Prepare>> = {
  ...AGENT_REQUESTS,
  replyToTestMessage: async (scene) => ({
    organizationId: scene.firm.tenant.organization.organizationId,
    messageId: await aDelivered(scene),
    text: 'Thanks.',
  }),
  // The first role that there is nobody but an owner gives.
  changeOrganizationMemberRole: async (scene) => ({
    organizationId: scene.firm.tenant.organization.organizationId,
    userId: await MADE['userId']?.(scene),
    role: 'developer',
    reason: 'For the test.',
  }),
}

/** Whether what the operation is asked for by is so whole that whoever may is answered with 200. */
export const isWhole = (operation: OperationName): boolean => operation in ADVISED

/** A request of the operation for what is the firm's. */
export const requestOf = async (operation: OperationName, scene: Scene): Promise<ControlBody> => {
  const advised = ADVISED[operation]
  if (advised !== undefined) return advised(scene)
  const { request }: Operation = OPERATIONS[operation]
  return sampleBody(request, async (property) => MADE[property]?.(scene))
}

/** The properties of a body that name something of a tenant's, beside the tenant itself. */
export const identifiersIn = (operation: OperationName, body: ControlBody): readonly string[] => {
  const { tenant }: Operation = OPERATIONS[operation]
  return Object.keys(body).filter((property) => property in MADE && property !== tenant)
}
