import { expect } from 'chai'
import { DAY_MS } from '@postrider/core/kernel/time/epoch-ms'
import { createPostrider, type Postrider } from '@postrider/core/postrider'
import { aPrice } from '@postrider/conformance/builders/a-price'
import { aProviderAccount } from '@postrider/conformance/builders/a-provider-account'
import { aChat, aTicket } from '@postrider/conformance/builders/a-ticket'
import { aUser } from '@postrider/conformance/builders/a-user'
import { NOW_MS } from '@postrider/conformance/builders/fresh'
import { credit } from '@postrider/conformance/storage/messaging/accepting'
import { type Office, useOffice } from '../../assembly/an-office.js'
import { worthOf } from './approval-calls.js'
import { ORDER } from '../../runner/use-cases/strange.js'

/**
 * The operations for callers with their own credentials, and the runner, whose operations are tested
 * elsewhere.
 */
const OTHERS: ReadonlySet<string> = new Set<keyof Postrider>([
  'authenticate', 'takeAllowance', 'checkCredential', 'acceptMessage', 'dryRunMessage', 'sendBatch', 'sendOtp',
  'verifyOtp', 'findMessage', 'lookUpMessages', 'getBalance', 'listUsage', 'runOperation', 'runAgentOperation',
  'dispatching',
]) // prettier-ignore

/** An order with every field that an operator can ever set, money and prices included. */
const everything = async ({ organizationId, app, write, owner }: Office) => {
  const ticket = aTicket({ organizationId })
  const chat = aChat({ organizationId })
  const account = aProviderAccount()
  await write((unit) => {
    unit.tickets.add(ticket)
    unit.chats.add(chat)
    unit.providerAccounts.add(account)
  })
  const { providerAccountId } = account
  const money = { currency: 'INR', amountMinor: 500, creditMinor: 500, prices: [aPrice({ organizationId })] }
  const wishes = { ...money, configurations: [], templates: [], providerAccounts: [] }
  return {
    ...ORDER,
    ...wishes,
    equipment: wishes,
    organizationId,
    app,
    appId: app.appId,
    userId: owner.userId,
    ticketId: ticket.ticketId,
    chatId: chat.chatId,
    providerAccountId,
    prefix: '+91987654',
    to: '+919876543210',
    text: 'We look into it.',
    email: aUser().email,
    displayName: 'Olga',
    password: undefined,
    code: '123456',
    environment: 'test',
    actions: ['messages.send'],
    channels: ['sms'],
    label: 'server',
    expiresAtMs: NOW_MS + DAY_MS,
  }
}

type UseCase = (...given: readonly unknown[]) => unknown

/**
 * Calls the use case with the order, and returns whether it did something. It may throw for invalid input.
 */
const knock = async (useCase: UseCase, given: readonly unknown[]): Promise<boolean> => {
  try {
    const returned = useCase(...given)
    const answer: unknown = await (typeof returned === 'function' ? (returned as UseCase)() : returned)
    return typeof answer === 'object' && answer !== null && '_tag' in answer && answer._tag === 'Right'
  } catch {
    return false
  }
}

describe('Four eyes', () => {
  const office = useOffice()

  it("can't be bypassed: no super admin's order changes money or prices", async () => {
    const { storage, organizationId } = office.at
    await credit(storage, { organizationId, environment: 'test', currency: 'INR' }, 1_000)
    const order = await everything(office.at)
    const before = await worthOf(storage, organizationId)
    const { operatorSessions, personSessions, watching, agentTools, ...single } = createPostrider(office.at)
    const groups: readonly object[] = [single, operatorSessions, personSessions, watching, agentTools]
    const all = groups.flatMap((group) => Object.entries(group) as ReadonlyArray<[string, UseCase]>)
    const useCases = all.filter(([name]) => !OTHERS.has(name))
    const opened = new Set<string>()
    for (const [name, useCase] of useCases)
      for (const second of [undefined, 500, { requestId: 'req-1', clientAddress: '192.0.2.1' }])
        if (await knock(useCase, [order, second])) opened.add(name)
    expect(await worthOf(storage, organizationId)).to.deep.equal(before)
    expect([...opened]).to.include.members(['createUser', 'reconcile'])
  })
})
