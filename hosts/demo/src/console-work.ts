import { DAY_MS, isoTime } from '@postrider/core/kernel/time/epoch-ms'
import type { Composition } from '@postrider/wiring/compose'
import type { AdminPair } from './agree.js'
import { demoAgent, type DemoCaller, signedInOwner } from './demo-callers.js'
import { DEMO_CURRENCY } from './demo-plans.js'
import { DEMO_DRAFTS, type DemoDraft } from './demo-templates.js'
import type { TrafficTenant } from './demo-tenant.js'

const PAGE = { limit: 100 }

const PAID_MINOR = 25_000_000
const CHEAPER_MINOR = 17

/** Two texts to review: a new wording of one that is in use, and a new one with a detail to notice. */
const TO_JUDGE: ReadonlyArray<DemoDraft['body']> = [
  ...DEMO_DRAFTS.filter(({ template }) => template === 'sms').map(({ body }) => ({
    ...body,
    content: { text: 'Hello {{name}}, {{text}} Questions? Answer this message.' },
  })),
  {
    name: 'weekend-offer',
    channel: 'email',
    category: 'promotional',
    language: 'en',
    content: {
      subject: 'Twelve percent off this weekend, {{name}}',
      text: 'Hello {{name}},\n\nuntil Sunday everything is twelve percent off. {{text}}\n',
      html: '<h1>Twelve percent off</h1><p>Hello {{name}},</p><p>until Sunday everything is <b>twelve percent</b> off. {{text}}</p>',
    },
    variables: [
      { name: 'name', maxLength: 60, example: 'Asha' },
      { name: 'text', maxLength: 500, example: 'From 499 on delivery is free.' },
    ],
  },
]

/** Makes an Agent of the tenant submit the texts that aren't waiting for review already. */
const submitTemplates = async (agent: DemoCaller, organizationId: string): Promise<void> => {
  const { drafts } = await agent.run('listCustomerTemplateDrafts', { organizationId, ...PAGE })
  for (const body of TO_JUDGE) {
    const before = drafts.find(({ name }) => name === body.name)
    if (before?.state === 'internal_review') continue
    const next = before === undefined ? {} : { draftId: before.draftId, version: before.version }
    const { draft } = await agent.run('saveCustomerTemplateDraft', { organizationId, ...body, ...next })
    const { draftId, version } = draft
    await agent.run('submitCustomerTemplateDraftForReview', { organizationId, draftId, version })
  }
}

/**
 * Makes the second super admin propose changes that the first one can decide: money, and a price of the
 * tenant's own from tomorrow.
 */
const propose = async (
  { maker, checker }: AdminPair,
  organizationId: string,
  nowMs: number,
): Promise<void> => {
  const { approvals } = await maker.run('listApprovals', { status: 'pending', ...PAGE })
  const isPending = (kind: string): boolean =>
    approvals.some((one) => one.kind === kind && one.organizationId === organizationId)
  if (!isPending('balance_credit'))
    await checker.run('proposeBalanceCredit', {
      organizationId,
      currency: DEMO_CURRENCY,
      amountMinor: PAID_MINOR,
      reason: 'Paid by bank transfer, reference 88213.',
    })
  if (!isPending('price_version'))
    await checker.run('proposePriceVersion', {
      organizationId,
      channel: 'sms',
      destinationPrefix: '+91',
      currency: DEMO_CURRENCY,
      unitAmountMinor: CHEAPER_MINOR,
      effectiveFrom: isoTime(nowMs + DAY_MS),
      reason: 'Agreed for more than a million messages a month.',
    })
}

/**
 * Makes the tenant's owner ask for help, in a chat and with a ticket, unless a request is waiting already.
 */
const askForHelp = async (operator: DemoCaller, owner: DemoCaller, organizationId: string): Promise<void> => {
  const { waiting } = await operator.run('listSupportQueue', PAGE)
  const waits = (kind: 'chat' | 'ticket'): boolean =>
    waiting.some((one) => one[kind]?.organizationId === organizationId)
  if (!waits('chat')) {
    const { chat } = await owner.run('createChatRequest', {
      organizationId,
      subject: 'Messages do not arrive',
      text: 'Hello, since this morning some of our customers say that our messages do not reach them.',
    })
    await owner.run('sendChatMessage', {
      chatId: chat.chatId,
      text: 'One of them has a number that ends in 0002. Can you see what became of it?',
    })
  }
  if (!waits('ticket'))
    await owner.run('createSupportTicket', {
      organizationId,
      subject: 'Invoice for last month',
      text: 'Our auditors ask for the invoice of last month with our new address. Where do we find it?',
      category: 'billing',
      priority: 'normal',
    })
}

/**
 * Creates work for a visitor who signs in to the console as the first super admin: templates to review,
 * proposals to decide, a chat and a ticket to reply to. Work that waits from an earlier demo isn't created
 * twice.
 */
export const leaveWork = async (
  composition: Composition,
  operators: AdminPair,
  { organizationId, customerKey, owner }: TrafficTenant,
): Promise<void> => {
  await submitTemplates(await demoAgent(composition, customerKey), organizationId)
  await propose(operators, organizationId, composition.ports.clock.nowMs())
  await askForHelp(operators.maker, await signedInOwner(composition, owner), organizationId)
}
