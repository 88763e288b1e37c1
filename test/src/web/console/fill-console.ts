import type { MessageId, OrganizationId } from '@postrider/core/kernel/ids/id'
import { isoTime, DAY_MS, MINUTE_MS } from '@postrider/core/kernel/time/epoch-ms'
import { aWebhookEndpoint } from '@postrider/conformance/builders/a-webhook-endpoint'
import { aStoredInbound } from '@postrider/conformance/builders/an-inbound-message'
import { eventually } from '@postrider/conformance/eventually'
import { right } from '@postrider/conformance/outcome'
import { sharing } from '@postrider/conformance/storage/unit-work'
import { granted } from '../../builders/granted.js'
import { type KnownAdmin, type KnownCustomer, makeKnownAdmin, makeKnownCustomer } from './callers.js'
import type { ConsoleScene } from './console-scene.js'

/** Markup, and characters that change the text direction: names that a customer may choose. */
export const HOSTILE = {
  name: '<img src=x onerror="document.title=1"> txet',
  subject: '<img src=x onerror="document.title=1"> \u202Etxet',
  template: '<b>order</b> shipped',
  text: '<script>document.title = "taken"</script> {{name}} \u202Edna erom',
  html: '<h1>Hello {{name}}</h1><img src="/beacon"><b>parent.document.title</b>',
  chatText: '</p><script>document.title = "taken"</script><b>bold?</b> \u202Edrawkcab',
} as const

/** Data and tasks on every screen. */
export interface FilledConsole {
  /** A colleague who has proposed what others decide. */
  readonly nia: KnownAdmin
  /** A person whose permissions are removed. */
  readonly rex: KnownAdmin
  readonly customer: KnownCustomer
  /** A customer who has only an app, and doesn't send in production yet. */
  readonly newcomer: KnownCustomer
  readonly messages: {
    readonly delivered: MessageId
    readonly failed: MessageId
    readonly unknown: readonly MessageId[]
    readonly dead: readonly MessageId[]
  }
  readonly numberDelivered: string
  /** What the customer needs in production, except what operators provide. */
  readonly production: {
    readonly appId: string
    readonly providerAccountId: string
    readonly accountName: string
  }
  readonly chats: readonly string[]
  readonly ticketId: string
  readonly drafts: readonly string[]
  readonly approvals: readonly string[]
}

const BECAUSE = { reason: 'The customer has asked for it by telephone.' }
/** Twelve for a bulk decision, and one before. */
const UNKNOWN_COUNT = 13
const DEAD_COUNT = 3

/** Accepts messages of the installed tenant with the shown credential. */
const sender = async ({ console: { at, made } }: ConsoleScene) => {
  const { postrider } = at
  const authenticated = await right(postrider.authenticate(made.credential.bearer, '127.0.0.1'))
  const caller = granted(authenticated, 'messages.send', 'messages.read')
  const { projectId, appId } = made
  let count = 0
  return {
    accept: async (channel: 'sms' | 'email', to: string): Promise<MessageId> => {
      const template = made.templates.find((one) => one.channel === channel)
      if (template === undefined) throw new Error(`no template of ${channel} was set up`)
      const { templateId, variables } = template
      count += 1
      const clientReference = `order-${count}`
      const request = { projectId, appId, channel, to, templateId, variables, clientReference }
      return (await right(postrider.acceptMessage(caller, `send-${count}`, request))).messageId
    },
    reached: (messageId: MessageId, goal: string): Promise<void> =>
      eventually(goal, async () => (await right(postrider.findMessage(caller, messageId))).state === goal),
  }
}

const NUMBER = '+447400123456'

const fillMessages = async (scene: ConsoleScene): Promise<FilledConsole['messages']> => {
  const { at } = scene.console
  const { accept, reached } = await sender(scene)
  const delivered = await accept('sms', NUMBER)
  const failed = await accept('sms', '+447400120001')
  const unknown: MessageId[] = []
  for (let count = 0; count < UNKNOWN_COUNT; count += 1)
    unknown.push(await accept('email', `asha${count}+0003@example.com`))
  const dead: MessageId[] = []
  for (let count = 0; count < DEAD_COUNT; count += 1)
    dead.push(await accept('email', `ravi${count}@example.com`))
  const nowMs = at.ports.clock.nowMs()
  await sharing(at.ports, (unit) => {
    for (const messageId of dead)
      unit.processingFailures.add({
        messageId,
        failures: 5,
        stage: 'rendering',
        firstAtMs: nowMs - MINUTE_MS,
        lastAtMs: nowMs,
        deadAtMs: nowMs,
        version: 5,
      })
  })
  await at.dispatch()
  await reached(delivered, 'DELIVERED')
  await reached(failed, 'FAILED')
  for (const messageId of unknown) await reached(messageId, 'UNCONFIRMED')
  return { delivered, failed, unknown, dead }
}

const fillApprovals = async (
  nia: KnownAdmin,
  organizationId: string,
  nowMs: number,
): Promise<readonly string[]> => {
  const credit = { organizationId, environment: 'test', currency: 'INR', ...BECAUSE }
  const proposed: string[] = []
  for (const amountMinor of [50_000, 70_000, 90_000, 110_000]) {
    const { approval } = await nia.run('proposeBalanceCredit', { ...credit, amountMinor })
    proposed.push(approval.approvalId)
  }
  const price = { channel: 'sms', destinationPrefix: '+44', currency: 'INR', unitAmountMinor: 450 }
  const effectiveFrom = isoTime(nowMs + DAY_MS)
  const { approval } = await nia.run('proposePriceVersion', {
    organizationId: null,
    ...price,
    effectiveFrom,
    ...BECAUSE,
  })
  return [...proposed, approval.approvalId]
}

const VARIABLES = [{ name: 'name', maxLength: 60, example: 'Asha <b>' }]

const fillDrafts = async ({ agent, organizationId }: KnownCustomer): Promise<readonly string[]> => {
  const bodies = [
    { channel: 'sms', name: 'order_shipped', content: { text: 'Hello {{name}}, it has left.' } },
    { channel: 'sms', name: 'order_late', content: { text: 'Hello {{name}}, it is late.' } },
    { channel: 'sms', name: 'order_lost', content: { text: 'Hello {{name}}, it is lost.' } },
    {
      channel: 'email',
      name: HOSTILE.template,
      content: { subject: 'For {{name}}', text: HOSTILE.text, html: HOSTILE.html },
    },
  ]
  const drafts: string[] = []
  for (const body of bodies) {
    const common = { organizationId, category: 'transactional', language: 'en', variables: VARIABLES }
    const { draft } = await agent.run('saveCustomerTemplateDraft', { ...common, ...body })
    const { draftId, version } = draft
    await agent.run('submitCustomerTemplateDraftForReview', { organizationId, draftId, version })
    drafts.push(draftId)
  }
  return drafts
}

const fillSupport = async (customer: KnownCustomer) => {
  const { organizationId } = customer
  const chats: string[] = []
  for (const subject of ['A question', 'Nothing arrives', HOSTILE.subject]) {
    const { chat } = await customer.run('createChatRequest', {
      organizationId,
      subject,
      text: HOSTILE.chatText,
    })
    chats.push(chat.chatId)
  }
  const ticketBody = { subject: 'A charge', category: 'billing', priority: 'high', text: HOSTILE.chatText }
  const { ticket } = await customer.run('createSupportTicket', { organizationId, ...ticketBody })
  return { chats, ticketId: ticket.ticketId }
}

const registerShop = async ({ run, organizationId, brandId, projectId }: KnownCustomer): Promise<string> => {
  const place = { organizationId, brandId, projectId }
  const ticketBody = { ...place, name: 'Shop', platform: 'server', restrictions: {} }
  return (await run('registerApp', ticketBody)).app.appId
}

/** A production account, which is called when the tenant sends there. */
const fillProduction = async (
  nia: KnownAdmin,
  customer: KnownCustomer,
): Promise<FilledConsole['production']> => {
  const appId = await registerShop(customer)
  const { providerAccount } = await nia.run('saveProviderAccount', {
    kind: 'smtp',
    name: 'Mail server',
    channels: ['email'],
    settings: { host: '127.0.0.1', port: 2525, tls: 'none' },
    maxConcurrent: 4,
    timeoutMs: 15_000,
    ...BECAUSE,
  })
  return { appId, providerAccountId: providerAccount.providerAccountId, accountName: providerAccount.name }
}

/** An inbound message whose organization is unknown. */
const fillInbound = async ({ console }: ConsoleScene): Promise<void> => {
  const { clock, storage } = console.at.ports
  const nobodys = { state: 'unassigned', receivedAtMs: clock.nowMs() } as const
  const inbound = [
    aStoredInbound({ ...nobodys, text: `${HOSTILE.subject} STOP` }),
    aStoredInbound({ ...nobodys, text: 'STOP', consentChange: { wants: 'stop', scope: 'all' } }),
  ]
  await right(storage.receipts.store({ receipts: [], inbound, parts: [], templates: [], unreadable: [] }))
}

/** An endpoint that failed for five days. */
const fillEndpoints = async (
  { console: { at } }: ConsoleScene,
  { organizationId }: KnownCustomer,
): Promise<void> => {
  const nowMs = at.ports.clock.nowMs()
  const endpoint = aWebhookEndpoint({
    endpointId: at.ports.ids.next('whe'),
    organizationId: organizationId as OrganizationId,
    appId: at.ports.ids.next('app'),
    url: 'https://hooks.example.com/secret-path',
    failures: 40,
    failingSinceMs: nowMs - 5 * DAY_MS,
    disabledBecause: 'failing',
    disabledAtMs: nowMs - MINUTE_MS,
  })
  await sharing(at.ports, (unit) => unit.webhookEndpoints.add(endpoint))
}

/** Fills the console with tasks of every kind, and starts the dispatcher. */
export const fillConsole = async (scene: ConsoleScene): Promise<FilledConsole> => {
  const { at, made } = scene.console
  const nia = await makeKnownAdmin(at, 'Nia')
  const rex = await makeKnownAdmin(at, 'Rex')
  const customer = await makeKnownCustomer(at, 'asha@example.com', HOSTILE.name, 'production')
  const newcomer = await makeKnownCustomer(at, 'ravi@example.com', 'Parcel Works', 'production')
  await registerShop(newcomer)
  const messages = await fillMessages(scene)
  await fillInbound(scene)
  await fillEndpoints(scene, customer)
  return {
    nia,
    rex,
    customer,
    newcomer,
    messages,
    numberDelivered: NUMBER,
    production: await fillProduction(nia, customer),
    drafts: await fillDrafts(customer),
    approvals: await fillApprovals(nia, made.organizationId, at.ports.clock.nowMs()),
    ...(await fillSupport(customer)),
  }
}
