import { createHash } from 'node:crypto'
import { OPERATIONS, operationsFor } from '@postrider/core/assembly/registry'
import type { ShapeNode } from '@postrider/core/kernel/codecs/codec'
import type { MessageId, OrganizationId } from '@postrider/core/kernel/ids/id'
import { DAY_MS } from '@postrider/core/kernel/time/epoch-ms'
import { keepTestMessages } from '@postrider/core/messaging/use-cases/test-messages/keep-test-messages'
import type { TestDelivery } from '@postrider/core/providers/domain/test-message'
import { someBytes } from '@postrider/conformance/builders/a-stored-file'
import { anInvitation } from '@postrider/conformance/builders/an-invitation'
import { fresh } from '@postrider/conformance/builders/fresh'
import { right } from '@postrider/conformance/outcome'
import { sharing } from '@postrider/conformance/storage/unit-work'
import { aSignedInUser, type SignedIn, takeIn } from '../../builders/signed-in.js'
import { type Firm } from './a-firm.js'
import { aSend } from './a-send.js'
import type { ControlOperation } from './control-matrix-table.js'
import type { Reply } from './http-client.js'
import type { HttpFixture } from './http-fixture.js'
import { control } from './people.js'
import { anEndpointId, WEBHOOK_REQUESTS } from './webhook-requests.js'

export type ControlBody = Readonly<Record<string, unknown>>

/** The context of a request: the owner of the records, and the caller. */
export interface Scene {
  readonly http: HttpFixture
  readonly firm: Firm
  readonly asker: SignedIn
}

export type Prepare = (scene: Scene) => ControlBody | Promise<ControlBody>

const BECAUSE = { reason: 'For the test.' }

/** The text at a path of a response. */
export const textAt = ({ body }: Reply, ...path: readonly string[]): string => {
  let value = body
  for (const name of path) value = (value as Readonly<Record<string, unknown>> | undefined)?.[name]
  if (typeof value !== 'string') throw new Error(`no text at ${path.join('.')} of ${JSON.stringify(body)}`)
  return value
}

/** Calls an operation with an allowed caller. */
export const done = async (
  http: HttpFixture,
  { accessToken }: SignedIn,
  operation: ControlOperation,
  body: ControlBody,
): Promise<Reply> => {
  const reply = await control(http, accessToken, operation, body)
  if (reply.status !== 200) throw new Error(`${operation}: ${JSON.stringify(reply.body)}`)
  return reply
}

const byOwner = ({ http, firm }: Scene, operation: ControlOperation, body: ControlBody): Promise<Reply> =>
  done(http, firm.members.owner, operation, body)

const own = ({ firm }: Scene) => ({ organizationId: firm.tenant.organization.organizationId })

const ownProject = ({ firm }: Scene) => {
  const { organizationId, brandId, projectId } = firm.tenant.app
  return { organizationId, brandId, projectId }
}

const credentialIn = (scene: Scene) => ({
  ...ownProject(scene),
  appId: scene.firm.tenant.app.appId,
  environment: 'test',
  actions: ['messages.read'],
  channels: [],
  expiresAt: new Date(scene.http.ports.clock.nowMs() + DAY_MS).toISOString(),
  label: 'order service',
})

const aCredential = async (scene: Scene): Promise<string> =>
  textAt(await byOwner(scene, 'createServerCredential', credentialIn(scene)), 'credential', 'credentialId')

const registrationIn = (scene: Scene) => ({
  ...ownProject(scene),
  name: 'Shop',
  platform: 'web',
  restrictions: {},
})

/** A change of a new app. */
const ofNewApp = async (scene: Scene) => {
  const registered = await byOwner(scene, 'registerApp', registrationIn(scene))
  return { ...own(scene), ...BECAUSE, appId: textAt(registered, 'app', 'appId'), version: 1 }
}

const budgetIn = (scene: Scene) => ({
  ...own(scene),
  scope: { appId: scene.firm.tenant.app.appId },
  period: 'month',
  currency: 'INR',
  limitMinor: 1_000_000,
  action: 'alert',
})

const aBudget = async (scene: Scene): Promise<string> =>
  textAt(await byOwner(scene, 'saveOrganizationBudget', budgetIn(scene)), 'budget', 'budgetId')

const aMessage = async ({ http, firm }: Scene): Promise<string> =>
  textAt(await http.call('POST', '/v1/messages', aSend(firm.tenant)), 'messageId')

/** A message that the sandbox has delivered. */
const aDelivered = async (scene: Scene): Promise<string> => {
  const { ports } = scene.http
  const messageId = (await aMessage(scene)) as MessageId
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

const words = { subject: 'Late messages', text: 'Since this morning.' }

const aChat = async (scene: Scene): Promise<string> =>
  textAt(await byOwner(scene, 'createChatRequest', { ...own(scene), ...words }), 'chat', 'chatId')

const ticketIn = (scene: Scene) => ({ ...own(scene), ...words, category: 'technical', priority: 'normal' })

const aTicket = async (scene: Scene): Promise<string> =>
  textAt(await byOwner(scene, 'createSupportTicket', ticketIn(scene)), 'ticket', 'ticketId')

const fileIn = (scene: Scene, bytes: Buffer) => ({
  ...own(scene),
  fileName: 'log.txt',
  contentType: 'text/plain',
  sizeBytes: bytes.length,
  sha256: createHash('sha256').update(bytes).digest('hex'),
})

/** An announced and uploaded file. */
const anAttachment = async (scene: Scene): Promise<string> => {
  const bytes = Buffer.from('It fails since nine.\n')
  const announced = await byOwner(scene, 'generateAttachmentUploadUrl', fileIn(scene, bytes))
  const url = new URL(textAt(announced, 'uploadUrl'))
  const headers = { 'Content-Type': 'text/plain' }
  const { status } = await scene.http.call('PUT', url.pathname + url.search, { headers, body: bytes })
  if (status !== 204) throw new Error(`the upload was answered ${status}`)
  return textAt(announced, 'attachmentId')
}

const registration = async (scene: Scene) => ({
  ticketId: await aTicket(scene),
  attachmentId: await anAttachment(scene),
})

const aMemberOf = async (scene: Scene): Promise<string> => {
  const person = await aSignedInUser(scene.http)
  await takeIn(scene.http, own(scene).organizationId, person, 'viewer')
  return person.userId
}

const organizationPlan = {
  displayName: 'Beeline',
  legalName: 'Beeline Limited',
  brandName: 'Beeline',
  projectName: 'Orders',
  environment: 'test',
}

/** The token of an invitation of the caller to another, new organization, which uses no email quota. */
const anInvitationToken = async ({ http, asker }: Scene): Promise<string> => {
  const host = await aSignedInUser(http)
  const founded = await done(http, host, 'createOrganization', organizationPlan)
  const organizationId = textAt(founded, 'organization', 'organizationId') as OrganizationId
  const { email } = asker
  const { token, verifier } = http.ports.sessionTokens.create('link')
  const nowMs = http.ports.clock.nowMs()
  const offered = { organizationId, email, role: 'viewer', invitedBy: host.userId, verifier } as const
  await sharing(http.ports, (unit) =>
    unit.invitations.add(anInvitation({ ...offered, createdAtMs: nowMs, expiresAtMs: nowMs + DAY_MS })),
  )
  return token
}

/** Creates a record for each identifier in requests, all owned by the firm. */
export const IDENTIFIED: Readonly<Record<string, (scene: Scene) => string | Promise<string>>> = {
  organizationId: (scene) => own(scene).organizationId,
  brandId: ({ firm }) => firm.tenant.app.brandId,
  projectId: ({ firm }) => firm.tenant.app.projectId,
  appId: ({ firm }) => firm.tenant.app.appId,
  credentialId: aCredential,
  userId: aMemberOf,
  invitationId: async (scene) =>
    textAt(
      await byOwner(
        scene,
        'inviteOrganizationMember',
        await CONTROL_REQUESTS.inviteOrganizationMember(scene),
      ),
      'invitation',
      'invitationId',
    ),
  budgetId: aBudget,
  messageId: aMessage,
  chatId: aChat,
  ticketId: aTicket,
  attachmentId: anAttachment,
  endpointId: anEndpointId,
}

/** The requests that need more than identifiers of records. */
const FURTHER_REQUESTS: Readonly<Partial<Record<ControlOperation, Prepare>>> = {
  getClientReleasePolicy: () => ({ platform: 'web', version: '2.4.1' }),
  createOrganization: () => organizationPlan,
  acceptOrganizationInvitation: async (scene) => ({ token: await anInvitationToken(scene) }),
  inviteOrganizationMember: (scene) => ({
    ...own(scene),
    email: `ravi.${fresh.hex(12)}@example.com`,
    role: 'viewer',
  }),
  revokeOrganizationMember: async (scene) => ({
    ...own(scene),
    ...BECAUSE,
    userId: await aMemberOf(scene),
  }),
  registerApp: registrationIn,
  disableApp: ofNewApp,
  enableApp: async (scene) => {
    const change = await ofNewApp(scene)
    await byOwner(scene, 'disableApp', change)
    return { ...change, version: 2 }
  },
  createServerCredential: credentialIn,
  rotateServerCredential: async (scene) => ({
    ...own(scene),
    ...BECAUSE,
    credentialId: await aCredential(scene),
    overlapSeconds: 0,
  }),
  revokeServerCredential: async (scene) => ({
    ...own(scene),
    ...BECAUSE,
    credentialId: await aCredential(scene),
  }),
  ...WEBHOOK_REQUESTS,
  getCustomerBalance: (scene) => ({ ...own(scene), currency: 'INR' }),
  listCustomerBillingActivity: (scene) => {
    const to = scene.http.ports.clock.nowMs()
    return { ...own(scene), currency: 'INR', from: to - 1, to }
  },
  saveOrganizationBudget: budgetIn,
  deleteOrganizationBudget: async (scene) => ({ ...own(scene), budgetId: await aBudget(scene), version: 1 }),
  getBalanceAlert: (scene) => ({ ...own(scene), currency: 'INR' }),
  setBalanceAlert: (scene) => ({ ...own(scene), currency: 'INR' }),
  cancelMessage: async (scene) => ({ ...own(scene), ...BECAUSE, messageId: await aMessage(scene) }),
  replyToTestMessage: async (scene) => ({
    ...own(scene),
    messageId: await aDelivered(scene),
    text: 'Thanks.',
  }),
  createChatRequest: (scene) => ({ ...own(scene), ...words }),
  sendChatMessage: async (scene) => ({ chatId: await aChat(scene), text: 'Is anybody there?' }),
  escalateChatToTicket: async (scene) => ({ chatId: await aChat(scene), priority: 'high' }),
  createSupportTicket: ticketIn,
  appendCustomerSupportReply: async (scene) => ({ ticketId: await aTicket(scene), text: 'It goes on.' }),
  generateAttachmentUploadUrl: (scene) => fileIn(scene, someBytes(100)),
  registerTicketAttachment: registration,
  getTicketAttachmentDownloadUrl: async (scene) => {
    const named = await registration(scene)
    await byOwner(scene, 'registerTicketAttachment', named)
    return named
  },
}

/** A request with a record for each identifier that it requires. */
const withIdentifiers = (operation: ControlOperation): Prepare => {
  const { required }: ShapeNode = OPERATIONS[operation].request
  const names = Object.keys(required).filter((name) => required[name]?._tag !== 'Defaulted')
  const unknown = names.filter((name) => !(name in IDENTIFIED))
  if (unknown.length > 0) throw new Error(`${operation} needs a request with ${unknown.join(', ')}`)
  return async (scene) => {
    const body: Record<string, unknown> = {}
    for (const name of names) body[name] = await IDENTIFIED[name]?.(scene)
    return body
  }
}

/** A request of each operation that gets 200 for allowed callers, with everything that it requires. */
export const CONTROL_REQUESTS = Object.fromEntries(
  operationsFor('customerControl').map((name) => {
    const operation = name as ControlOperation
    return [operation, FURTHER_REQUESTS[operation] ?? withIdentifiers(operation)]
  }),
) as Readonly<Record<ControlOperation, Prepare>>
