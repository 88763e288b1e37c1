import { expect } from 'chai'
import { emptyCatalog } from '@postrider/core/catalog/use-cases/catalog'
import { confirmationOf } from '@postrider/core/consent/domain/suppression'
import { TE } from '@postrider/core/fp'
import type { Operator } from '@postrider/core/identity/use-cases/callers/caller'
import { authentication } from '@postrider/core/identity/use-cases/credentials/authentication'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@postrider/core/kernel/time/epoch-ms'
import { readConsent } from '@postrider/core/messaging/domain/inbound/consent-keyword'
import type { Message } from '@postrider/core/messaging/domain/messages/message'
import type { TelemetryEvent } from '@postrider/core/messaging/ports/telemetry'
import {
  createAcceptor,
  DEFAULT_ACCEPTANCE_LIMITS,
} from '@postrider/core/messaging/use-cases/acceptance/acceptor'
import { recordReports } from '@postrider/core/messaging/use-cases/dispatch/record-reports'
import { replyToKeywords } from '@postrider/core/messaging/use-cases/inbound/reply-to-keywords'
import { recordReceipts } from '@postrider/core/messaging/use-cases/receipts/record-receipts'
import type { InboundMessage } from '@postrider/core/providers/domain/inbound/inbound-message'
import { REPLY_KINDS, type ReplyKind } from '@postrider/core/tenancy/domain/keyword-replies'
import { soleSender } from '@postrider/core/tenancy/domain/senders/app-sender'
import type { TemplateVersion } from '@postrider/core/templates/domain/template'
import { indexRecipients } from '@postrider/core/messaging/use-cases/search/index-recipients'
import { aMessage } from '@postrider/conformance/builders/a-message'
import { DLT_REGISTRATION } from '@postrider/conformance/builders/a-registration'
import { aTemplate } from '@postrider/conformance/builders/a-template'
import {
  aTenant,
  recordsOf,
  type Tenant,
  type TenantOverrides,
} from '@postrider/conformance/builders/a-tenant'
import { anInboundMessage } from '@postrider/conformance/builders/an-inbound-message'
import { right } from '@postrider/conformance/outcome'
import { acceptPaid, credit } from '@postrider/conformance/storage/messaging/accepting'
import { numberAll } from '@postrider/conformance/storage/feed/following'
import { readEvidence } from '../../../../crash/evidence.js'
import { useOffice } from '../../../assembly/an-office.js'

const ASHA = '+919876543210'

interface Replier {
  readonly tenant: Tenant
  readonly templates: readonly TemplateVersion[]
}

/** A tenant whose app has a template for each of these replies. */
const aReplier = (
  overrides: TenantOverrides = {},
  kinds: readonly ReplyKind[] = REPLY_KINDS,
  template: Partial<TemplateVersion> = {},
): Replier => {
  const made = kinds.map((kind) => {
    const content = { channel: 'sms', text: `Asha: ${kind}.`, registration: DLT_REGISTRATION } as const
    return aTemplate({ name: kind, variables: [], content, ...template })
  })
  const keywordReplies = Object.fromEntries(made.map(({ name, templateId }) => [name, [templateId]]))
  const tenant = aTenant({ ...overrides, app: { keywordReplies, ...overrides.app } })
  const { organizationId } = tenant.scope
  return { tenant, templates: made.map((one) => ({ ...one, organizationId })) }
}

describe('A reply to a keyword', () => {
  const office = useOffice()
  let events: TelemetryEvent[]
  beforeEach(() => {
    events = []
  })

  /** A process that receives messages and replies to them. */
  const aProcess = (more: { readonly isAcceptanceDown?: boolean } = {}) => {
    const { storage, ...others } = office.at
    const down = TE.left({ _tag: 'StorageUnavailable', cause: 'down' } as const)
    const acceptance = more.isAcceptanceDown
      ? { ...storage.acceptance, accept: () => down }
      : storage.acceptance
    const ports = {
      ...others,
      storage: { ...storage, acceptance },
      telemetry: { emit: (event: TelemetryEvent) => void events.push(event) },
    }
    const catalog = emptyCatalog(ports)
    const auth = authentication(ports, catalog.changes)
    const acceptor = createAcceptor(ports, DEFAULT_ACCEPTANCE_LIMITS, auth, catalog)
    return recordReceipts(ports, recordReports(ports), replyToKeywords(ports, acceptor, catalog))
  }

  const save = async ({ tenant, templates }: Replier, minor = 1_000): Promise<Tenant> => {
    const records = recordsOf(tenant)
    const all = [...(records.templates ?? []), ...templates]
    await right(office.at.storage.catalog.save({ ...records, templates: all }))
    if (minor > 0) await credit(office.at.storage, tenant.accountKey, minor)
    return tenant
  }

  const write = async (
    { providerAccount: { providerAccountId } }: Tenant,
    text: string,
    more: Partial<InboundMessage> = {},
    processes = [aProcess()],
  ): Promise<void> => {
    const atMs = office.at.clock.nowMs()
    const sent = { providerAccountId, to: 'ASHAST', from: ASHA, atMs, text, ...readConsent(text), ...more }
    const inbound = [anInboundMessage(sent)]
    for (const receipts of processes) {
      await right(receipts.record({ inbound }))
      await receipts.idle()
    }
    await office.at.time.advance(1)
  }

  const messagesOf = async ({ scope }: Tenant): Promise<readonly Message[]> =>
    (await readEvidence(office.at.storage))
      .map(({ message }) => message)
      .filter(({ appId }) => appId === scope.appId)
  /** The templates of the messages, by their names. */
  const sentBy = async ({ tenant, templates }: Replier): Promise<readonly (string | undefined)[]> =>
    (await messagesOf(tenant)).map(
      ({ templateId }) => templates.find((template) => template.templateId === templateId)?.name,
    )
  const results = (): readonly string[] =>
    events.flatMap((event) =>
      event._tag === 'KeywordReplied' ? [`${event.kind} ${event.refusal ?? event.result}`] : [],
    )

  it('is a message of the app: from the same sender, priced, and found by the inbound message', async () => {
    const replier = aReplier()
    const { tenant } = replier
    await save(replier)
    await write(tenant, 'Help!')
    const [reply] = await messagesOf(tenant)
    const [inbound] = (
      await right(
        office.at.storage.inbound.list({
          organizationId: tenant.scope.organizationId,
          state: undefined,
          task: undefined,
          before: undefined,
          limit: 9,
        }),
      )
    ).value
    expect(reply).to.include({
      to: ASHA,
      channel: 'sms',
      lane: 'transactional',
      sender: 'ASHAST',
      templateId: replier.templates[0]?.templateId,
      clientReference: inbound?.inboundId,
      expiresAtMs: (inbound?.receivedAtMs ?? 0) + 5 * MINUTE_MS,
    })
    expect(reply?.charge).to.include({ amountMinor: 25, currency: 'INR' })
    expect(results()).to.deep.equal(['help accepted'])
  })

  it('with a help text is sent to a person once a day', async () => {
    const replier = aReplier()
    await save(replier)
    await write(replier.tenant, 'help')
    await write(replier.tenant, 'INFO')
    await write(replier.tenant, 'help', { from: '+919876543211' })
    expect(await sentBy(replier)).to.deep.equal(['help', 'help'])
    expect(results()).to.deep.equal(['help accepted', 'help repeated', 'help accepted'])
  })

  it('confirms a recorded opt-out and opt-in once each, and nothing else follows the opt-out', async () => {
    const replier = aReplier()
    const { tenant } = replier
    await save(replier)
    for (const text of ['STOP', 'stop', 'help', 'START', 'START', 'STOP']) await write(tenant, text)
    expect(await sentBy(replier)).to.deep.equal(['stop', 'start', 'stop'])
    expect(results()).to.deep.equal([
      'stop accepted',
      'help DestinationNotAllowed',
      'start accepted',
      'stop accepted',
    ])
    const { organizationId } = tenant.scope
    const operator: Operator = await office.at.operator(['admin.messages'])
    const { suppressions } = await office.at.doneAbove(operator, 'listSuppressions', { organizationId })
    const [last] = suppressions.map(({ suppressionId }) => confirmationOf(suppressionId as `sup_${string}`))
    expect((await messagesOf(tenant)).map(({ messageId }) => messageId)).to.include(last)
  })

  it('confirms an opt-out from all messages after one from promotions, which gets none', async () => {
    const replier = aReplier()
    await save(replier)
    for (const text of ['Stop promotions', 'STOP']) await write(replier.tenant, text)
    expect(await sentBy(replier)).to.deep.equal(['stop'])
    expect(results()).to.deep.equal(['stop accepted'])
  })

  it('is sent once if the message is delivered again, to another process too', async () => {
    const replier = aReplier()
    await save(replier)
    for (const text of ['help', 'STOP']) await write(replier.tenant, text, {}, [aProcess(), aProcess()])
    expect(await sentBy(replier)).to.deep.equal(['help', 'stop'])
  })

  it('is sent once by the sweeps of two processes after the first one failed', async () => {
    const replier = aReplier()
    await save(replier)
    for (const text of ['help', 'STOP'])
      await write(replier.tenant, text, { from: text === 'help' ? ASHA : '+919876543211' }, [
        aProcess({ isAcceptanceDown: true }),
      ])
    expect(await sentBy(replier)).to.deep.equal([])
    await office.at.time.advance(3_000)
    await Promise.all([aProcess(), aProcess()].map((process) => right(process.applyWaiting())))
    expect(await sentBy(replier)).to.have.members(['help', 'stop'])
    await right(aProcess().applyWaiting())
    expect(await sentBy(replier)).to.have.lengthOf(2)
  })

  it('is not sent later than five minutes after the message', async () => {
    const replier = aReplier()
    await save(replier)
    await write(replier.tenant, 'help', {}, [aProcess({ isAcceptanceDown: true })])
    await office.at.time.advance(5 * MINUTE_MS)
    await right(aProcess().applyWaiting())
    expect(await sentBy(replier)).to.deep.equal([])
    expect(results()).to.deep.equal(['help late'])
  })

  it('is not sent while the Organization or the app is stopped, or without money', async () => {
    const cases = [
      [aReplier({ organization: { status: 'suspended' } }), 1_000, 'OrganizationSuspended'],
      [aReplier({ app: { status: 'disabled' } }), 1_000, 'ChannelNotActive'],
      [aReplier({ app: { restrictions: { allowedIps: [] } } }), 1_000, 'accepted'],
      [aReplier(), 24, 'InsufficientBalance'],
    ] as const
    for (const [replier, minor, result] of cases) {
      events = []
      const { organizationId } = (await save(replier, minor)).scope
      await write(replier.tenant, 'STOP')
      expect(results()).to.deep.equal([`stop ${result}`])
      expect(await sentBy(replier)).to.have.lengthOf(result === 'accepted' ? 1 : 0)
      const operator = await office.at.operator(['admin.messages'])
      const listed = await office.at.doneAbove(operator, 'listSuppressions', { organizationId })
      expect(listed.suppressions, 'the opt-out counts without its confirmation').to.have.lengthOf(1)
    }
  })

  /** Two Organizations with the same sender. */
  const twoWithOneSender = async (): Promise<readonly [Replier, Replier]> => {
    const [one, other] = [aReplier(), aReplier()]
    const { providerAccountIds } = one.tenant.configuration
    const { providerAccount } = one.tenant
    const configuration = { ...other.tenant.configuration, providerAccountIds }
    await save(one)
    await save({ ...other, tenant: { ...other.tenant, providerAccount, configuration } })
    return [one, other]
  }

  it('is not sent from a sender of several Organizations while its owner is unknown', async () => {
    const [one, other] = await twoWithOneSender()
    for (const text of ['help', 'STOP']) await write(one.tenant, text)
    await office.at.time.advance(2 * MINUTE_MS)
    await right(aProcess().applyWaiting())
    expect([...(await sentBy(one)), ...(await sentBy(other))]).to.deep.equal([])
  })

  it('confirms an opt-out once a super admin has decided whose it is, once', async () => {
    const [one, other] = await twoWithOneSender()
    for (const text of ['help', 'STOP']) await write(one.tenant, text)
    await office.at.time.advance(2 * HOUR_MS)
    await right(aProcess().applyWaiting())
    const olga = await office.at.operator(['admin.messages'])
    const { messages } = await office.at.doneAbove(olga, 'listInboundMessages', { state: 'unassigned' })
    const { organizationId } = other.tenant.scope
    for (const { inboundId, providerAccountId } of messages)
      if (providerAccountId === one.tenant.providerAccount.providerAccountId)
        await office.at.doneAbove(olga, 'assignInboundMessage', {
          inboundId,
          organizationId,
          reason: 'Theirs.',
        })
    await office.at.time.advance(3_000)
    for (const process of [aProcess(), aProcess()]) await right(process.applyWaiting())
    expect([await sentBy(one), await sentBy(other)]).to.deep.equal([[], ['stop']])
    const { suppressions } = await office.at.doneAbove(olga, 'listSuppressions', { organizationId })
    expect(suppressions.map(({ reason }) => reason)).to.deep.equal(['They wrote so to the sender.'])
    await write(one.tenant, 'STOP')
    expect(await sentBy(other)).to.deep.equal(['stop'])
  })

  it('confirms an opt-out whose Organization becomes known when its message is indexed', async () => {
    const [one, other] = await twoWithOneSender()
    const { scope, template, price } = other.tenant
    const { templateId, templateVersionId } = template
    const charge = { ...aMessage().charge, priceVersionId: price.priceVersionId }
    const acceptedAtMs = office.at.clock.nowMs()
    const of = { ...scope, to: ASHA, templateId, templateVersionId, charge, acceptedAtMs }
    await acceptPaid(office.at.storage, of)
    await office.at.time.advance(1_000)
    await write(one.tenant, 'STOP')
    expect(results(), 'it isn’t known yet').to.deep.equal([])
    await numberAll(office.at.storage)
    while ((await right(indexRecipients(office.at)(20))).isMore);
    await office.at.time.advance(5_000)
    for (const process of [aProcess(), aProcess()]) await right(process.applyWaiting())
    expect(results()).to.deep.equal(['stop accepted'])
    expect(await sentBy(one)).to.deep.equal([])
    expect((await sentBy(other)).filter((name) => name !== undefined)).to.deep.equal(['stop'])
  })

  it('doesn’t confirm an opt-out that is older than a day when it is decided', async () => {
    const [one, other] = await twoWithOneSender()
    await write(one.tenant, 'STOP')
    await office.at.time.advance(DAY_MS)
    await right(aProcess().applyWaiting())
    const olga = await office.at.operator(['admin.messages'])
    const { messages } = await office.at.doneAbove(olga, 'listInboundMessages', { state: 'unassigned' })
    const { organizationId } = other.tenant.scope
    const [message] = messages.filter(
      ({ providerAccountId }) => providerAccountId === one.tenant.providerAccount.providerAccountId,
    )
    const order = { inboundId: message?.inboundId, organizationId, reason: 'Theirs.' }
    await office.at.doneAbove(olga, 'assignInboundMessage', order)
    await office.at.time.advance(3_000)
    await right(aProcess().applyWaiting())
    expect(await sentBy(other)).to.deep.equal([])
  })

  it('is sent by the only app with that sender that has it', async () => {
    const replier = aReplier()
    const { tenant, templates } = replier
    const { app, configuration, price } = tenant
    const appId = office.at.ids.next('app')
    const second = { ...app, appId, keywordReplies: { help: app.keywordReplies.help ?? [] } }
    await save(replier)
    await right(
      office.at.storage.catalog.save({ apps: [second], configurations: [{ ...configuration, appId }] }),
    )
    await write(tenant, 'help')
    await write(tenant, 'STOP')
    expect(await sentBy({ tenant, templates })).to.deep.equal(['stop'])
    const ofSecond = { ...tenant, app: second, price, scope: { ...tenant.scope, appId } }
    expect(await sentBy({ tenant: ofSecond, templates })).to.deep.equal([])
  })

  it('comes from the sender that the person wrote to, if there are several', async () => {
    const replier = aReplier()
    const { tenant } = replier
    const senders = ['ASHAST', 'ASHAIN'].map((header) => soleSender({ channel: 'sms', header }))
    await save({ ...replier, tenant: { ...tenant, configuration: { ...tenant.configuration, senders } } })
    await write(tenant, 'help', { to: 'ASHAIN' })
    await write(tenant, 'help', { to: 'ASHAST' })
    expect((await messagesOf(tenant)).map(({ sender }) => sender)).to.deep.equal(['ASHAIN', 'ASHAST'])
  })

  it('is not sent with a template that is paused or promotional, nor without one', async () => {
    for (const replier of [
      aReplier({}, ['help'], { status: 'paused' }),
      aReplier({}, ['help'], { category: 'promotional' }),
      aReplier({}, ['start']),
    ]) {
      await save(replier)
      await write(replier.tenant, 'help')
      expect(await sentBy(replier)).to.deep.equal([])
    }
    expect(results()).to.deep.equal([])
  })
})
