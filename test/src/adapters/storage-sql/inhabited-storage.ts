import { expiryWindow } from '@postrider/core/tenancy/domain/credential'
import type { Message } from '@postrider/core/messaging/domain/messages/message'
import { DAY_MS } from '@postrider/core/kernel/time/epoch-ms'
import { goesOn } from '@postrider/core/identity/domain/people/session'
import { TARGET_KINDS } from '@postrider/core/platform/domain/switches/kill-switch'
import type { Storage } from '@postrider/core/assembly/storage'
import { aBulk, aBulkItem } from '@postrider/conformance/builders/a-bulk'
import { aMailJob } from '@postrider/conformance/builders/a-mail-job'
import { anApproval, aPriceProposal } from '@postrider/conformance/builders/an-approval'
import { aPrice } from '@postrider/conformance/builders/a-price'
import { anAgentKey } from '@postrider/conformance/builders/an-agent-key'
import { anAuditEvent } from '@postrider/conformance/builders/an-audit-event'
import { anEnrolment, anInvitation, aRecovery, aSignUp } from '@postrider/conformance/builders/an-invitation'
import { anOperatorSession, aPersonSession } from '@postrider/conformance/builders/a-cookie-session'
import { aSession, aThrottle, aToken } from '@postrider/conformance/builders/a-session'
import { aTenant, recordsOf, type Tenant } from '@postrider/conformance/builders/a-tenant'
import { aChat, aChatMessage, anAttachment, aReply, aTicket } from '@postrider/conformance/builders/a-ticket'
import { aMember, aSuperAdmin, aUser } from '@postrider/conformance/builders/a-user'
import { NOW_MS } from '@postrider/conformance/builders/fresh'
import { acceptPaid } from '@postrider/conformance/storage/messaging/accepting'
import { wordsOf } from '@postrider/core/support/domain/ticket-words'
import { right } from '@postrider/conformance/outcome'
import { exclusively, record, sharing } from '@postrider/conformance/storage/unit-work'
import { useWebhooks } from './used-webhooks.js'

/** One of everything that belongs to a tenant. */
const belongings = ({ scope: { organizationId } }: Tenant) => {
  const user = aUser()
  const { userId } = user
  const session = aSession({ userId })
  const ticket = aTicket({ organizationId })
  const chat = aChat({ organizationId })
  const bulk = aBulk({ ownerId: userId, state: 'running' })
  return {
    user,
    session,
    token: aToken({ sessionId: session.sessionId }),
    member: aMember({ organizationId, userId }),
    admin: aSuperAdmin({ userId }),
    invitation: anInvitation({ organizationId, email: user.email }),
    recovery: aRecovery({ userId }),
    signUp: aSignUp(),
    enrolment: anEnrolment({ userId }),
    throttle: aThrottle(),
    key: anAgentKey({ organizationId, sponsorId: userId }),
    ticket,
    reply: aReply({ ticketId: ticket.ticketId }),
    attachment: anAttachment({ organizationId }),
    chat,
    chatMessage: aChatMessage({ chatId: chat.chatId }),
    mail: aMailJob(),
    approval: anApproval({ organizationId, proposal: aPriceProposal() }),
    price: aPrice({ organizationId, currency: 'GBP' }),
    event: anAuditEvent({ organizationId }),
    operatorSession: anOperatorSession({ userId }),
    personSession: aPersonSession({ userId }),
    bulk,
    bulkItems: [1, 2, 3].map((number) => aBulkItem(bulk, number)),
  }
}

/** A tenant among many, and its records. */
export interface Inhabited {
  readonly tenant: Tenant
  readonly own: ReturnType<typeof belongings>
  readonly message: Message
}

const settle = async (storage: Storage): Promise<Inhabited> => {
  const tenant = aTenant()
  await right(storage.catalog.save(recordsOf(tenant)))
  const own = belongings(tenant)
  await exclusively({ storage }, async (unit) => {
    unit.users.add(own.user)
    unit.superAdmins.add(own.admin)
    unit.members.add(own.member)
    unit.sessions.add(own.session)
    unit.sessions.addTokens([own.token])
    unit.invitations.add(own.invitation)
    unit.recoveries.add(own.recovery)
    unit.signUps.add(own.signUp)
    unit.enrolments.add(own.enrolment)
    unit.throttles.add(own.throttle)
    unit.agentKeys.add(own.key)
    unit.tickets.add(own.ticket)
    unit.tickets.addReplies([own.reply])
    unit.attachments.add(own.attachment)
    unit.chats.add(own.chat)
    unit.chats.addMessage(own.chatMessage)
    unit.mailJobs.add(own.mail)
    unit.approvals.add(own.approval)
    unit.prices.add(own.price)
    unit.operatorSessions.add(own.operatorSession)
    unit.personSessions.add(own.personSession)
    unit.bulks.add(own.bulk)
    unit.bulks.addItems(own.bulkItems)
    await record(unit, own.event)
  })
  const { message } = await acceptPaid(storage, tenant.scope)
  for (let more = 0; more < 4; more += 1) await acceptPaid(storage, tenant.scope)
  return { tenant, own, message }
}

/** Fills the storage with enough tenants that reading a whole table would be a choice. */
export const inhabit = async (storage: Storage): Promise<Inhabited> => {
  for (let others = 0; others < 20; others += 1) await settle(storage)
  return settle(storage)
}

type Used = Pick<
  Storage,
  | 'units'
  | 'people'
  | 'tenancy'
  | 'support'
  | 'activity'
  | 'switches'
  | 'bulks'
  | 'flow'
  | 'overview'
  | 'search'
  | 'ticketSearch'
  | 'events'
  | 'webhooks'
  | 'feed'
  | 'operatorSessions'
  | 'personSessions'
  | 'sessionTickets'
  | 'mails'
  | 'audit'
  | 'administration'
  | 'approvals'
  | 'prices'
>

const inUnits = async ({ units }: Used, { tenant, own }: Inhabited): Promise<void> => {
  const at = { storage: { units } }
  const { organizationId } = tenant.organization
  await exclusively(at, async (unit) => {
    await unit.organizations.lock(organizationId)
    await unit.apps.countOf(tenant.project)
    await unit.configurations.lock(tenant.configuration)
    await unit.credentials.lock(tenant.credential.credentialId)
    await unit.credentials.countLive(tenant.app.appId, NOW_MS)
    await unit.credentials.lastUseMs(tenant.credential.credentialId)
    await unit.credentials.noteExpiry(tenant.credential.credentialId, NOW_MS)
    await unit.credentials.lockLiveBy(organizationId, own.user.userId, NOW_MS)
    unit.users.replace({ ...own.user, version: 2 })
    await unit.users.lockByEmail(own.user.emailKey)
    await unit.members.lockOwners(organizationId)
    await unit.members.countOf(organizationId)
    await unit.members.countOwned(own.user.userId)
    await unit.agentKeys.countLive({ organizationId, sponsorId: own.user.userId }, NOW_MS)
    await unit.agentKeys.countLive({ organizationId: undefined, sponsorId: own.user.userId }, NOW_MS)
    await unit.agentKeys.lockLiveOf(organizationId, own.user.userId, NOW_MS)
    unit.members.remove(own.member)
    const recipient = own.throttle.key.slice(32)
    await unit.suppressions.lockSlot({ organizationId, recipient, source: 'bounce' })
    await unit.blockedDestinations.lock('+4474')
    await unit.ledger.lock(tenant.accountKey)
    const slot = { ...aPriceProposal(), organizationId }
    await unit.approvals.lock(own.approval.approvalId)
    await unit.approvals.lockPendingPrice(slot)
    await unit.approvals.countPending(own.user.userId)
    await unit.prices.inSlot(slot)
    await unit.prices.inSlot({ ...slot, organizationId: undefined })
    await unit.budgets.lock({ ...tenant.accountKey, budgetId: 'bud_00000000000000000000000001' })
  })
  await sharing(at, async (unit) => {
    await unit.invitations.lockByVerifier(own.invitation.verifier ?? '')
    await unit.invitations.lockPending(organizationId, own.invitation.emailKey)
    await unit.invitations.countOpen(organizationId, NOW_MS)
    const live = await unit.sessions.lockLive(own.user.userId, NOW_MS)
    for (const session of live) if (goesOn(session, NOW_MS)) unit.sessions.replace(session)
    await unit.sessions.token(own.token.verifier)
    await unit.sessions.bearer(own.token.verifier)
    await unit.recoveries.lockByVerifier(own.recovery.verifier)
    await unit.signUps.lockByVerifier(own.signUp.verifier ?? '')
    await unit.enrolments.lockByVerifier(own.enrolment.verifier ?? '')
    await unit.superAdmins.isNone()
    await unit.superAdmins.holders('admin.users')
    await unit.throttles.lock(own.throttle.key)
    await unit.chats.countOpen(organizationId)
    await unit.tickets.countOpen(organizationId)
    unit.tickets.addTranscript(own.ticket.ticketId, own.chat.chatId)
    await unit.tickets.countReplies(own.ticket.ticketId, 0)
    await unit.attachments.countOn(own.ticket.ticketId)
    await unit.attachments.countAnnounced(organizationId)
    await unit.attachments.bytesOf(organizationId)
    await unit.prefixBlocks.lock({ appId: tenant.app.appId, prefix: '+4474' })
    await record(unit, anAuditEvent({ organizationId }))
  })
}

const bySuperAdmins = async ({ administration }: Used, { tenant, own }: Inhabited): Promise<void> => {
  const { organizationId } = tenant.organization
  const page = { before: undefined, limit: 3 }
  const anything = {
    actorId: undefined,
    action: undefined,
    target: undefined,
    fromMs: undefined,
    toMs: undefined,
  }
  const { agentKeyId } = own.key
  await Promise.all([
    right(administration.organizations({ status: undefined, text: undefined, ...page })),
    right(administration.organizations({ status: 'active', text: 'asha', before: organizationId, limit: 3 })),
    right(administration.organization(organizationId)),
    right(administration.providerAccounts()),
    right(administration.providerCalls(NOW_MS)),
    right(administration.waiting(undefined, undefined, 3)),
    right(administration.waiting('high', own.ticket.ticketId, 3)),
    right(administration.auditEvents({ ...anything, ...page, chain: undefined })),
    right(administration.auditEvents({ ...anything, ...page, chain: organizationId, fromMs: NOW_MS })),
    right(administration.superAdmins(undefined, 3)),
    right(administration.suppressions({ organizationId, recipient: undefined, ...page })),
    right(administration.suppressions({ organizationId, recipient: own.throttle.key.slice(32), ...page })),
    right(administration.agentKeys({ organizationId: undefined, kind: undefined, ...page })),
    right(administration.agentKeys({ organizationId: undefined, kind: 'customer', ...page })),
    right(administration.agentKeys({ organizationId, kind: undefined, ...page, before: agentKeyId })),
    right(administration.agentKeys({ organizationId, kind: 'customer', ...page })),
    right(administration.bootstrapKeys(own.key.sponsorId, undefined, 5)),
    right(administration.noteAgentUses([agentKeyId], NOW_MS)),
  ])
}

/** Searches for frequent and for rare words, in one Organization's tickets and in all. */
const inTickets = async ({ ticketSearch }: Used, { own }: Inhabited): Promise<void> => {
  while ((await right(ticketSearch.index(20))).isMore);
  const { organizationId, ticketId, subject } = own.ticket
  await right(ticketSearch.waiting(5))
  await right(ticketSearch.byId(ticketId))
  for (const text of [subject, `unheard ${subject}`])
    for (const searched of [organizationId, undefined]) {
      const words = wordsOf(text)
      await right(ticketSearch.find({ organizationId: searched, words, before: ticketId, limit: 5 }))
    }
}

const byReadings = async (used: Used, { tenant, own, message }: Inhabited): Promise<void> => {
  const { people, tenancy, support, activity, mails, audit } = used
  const { organizationId, appId } = tenant.scope
  const anything = { channel: undefined, state: undefined, limit: 3 }
  const range = { fromMs: 0, toMs: NOW_MS + 1e6 }
  const account = { ...tenant.accountKey, ...range, afterSeq: 0, limit: 3 }
  await Promise.all([
    right(people.bearer(own.token.verifier)),
    right(people.claimant(own.user.emailKey, [own.throttle.key])),
    right(people.superAdmin(own.user.userId)),
    right(people.members(organizationId, undefined, 5)),
    right(people.invitations(organizationId, 5)),
    right(people.invitationsOf(own.invitation.emailKey, NOW_MS, 5)),
    right(people.invitationBy(own.invitation.verifier ?? '')),
    right(people.signUpBy(own.signUp.verifier ?? '')),
    right(people.hasRecovery(own.recovery.verifier, NOW_MS)),
    right(people.enrolmentBy(own.enrolment.verifier ?? '')),
    right(tenancy.tree([organizationId])),
    right(tenancy.apps({ organizationId, appId: undefined, before: undefined, limit: 5, nowMs: NOW_MS })),
    right(tenancy.apps({ organizationId, appId, before: undefined, limit: 1, nowMs: NOW_MS })),
    right(tenancy.credentials(organizationId, undefined, undefined, 5)),
    right(tenancy.credentials(organizationId, appId, tenant.credential.credentialId, 5)),
    right(tenancy.noteUses([tenant.credential.credentialId], NOW_MS)),
    right(tenancy.expiring(expiryWindow(NOW_MS), 5)),
    right(tenancy.billingProfile(appId)),
    right(support.ticket(own.ticket.ticketId)),
    right(support.tickets(organizationId, undefined, undefined, 5)),
    right(support.tickets(organizationId, 'open', own.ticket.ticketId, 5)),
    right(support.chats(organizationId, undefined, 5)),
    right(support.chats(organizationId, own.chat.chatId, 5)),
    right(support.chat(own.chat.chatId, undefined, 5)),
    right(support.attachment(own.attachment.attachmentId)),
    right(support.abandonedAttachments(NOW_MS, 5)),
    right(activity.entries({ ...account, type: undefined, appId: undefined })),
    right(activity.entries({ ...account, type: 'credit', appId, afterSeq: 2 })),
    right(activity.history({ organizationId, appId: undefined, ...anything, ...range, before: undefined })),
    right(activity.history({ organizationId, appId, ...anything, ...range, before: message.messageId })),
    right(audit.list(undefined, 5)),
    right(audit.chain(organizationId, 0, 5)),
    right(audit.heads(0, 5)),
    right(audit.ends(0, 5)),
  ])
  await right(mails.claim(NOW_MS, 1_000, 2))
  await right(mails.postpone(own.mail))
  await right(mails.remove(own.mail.mailJobId))
  await right(support.removeAttachments([own.attachment]))
  await right(people.purge(NOW_MS + 1e6, 3))
}

const byApprovals = async ({ approvals, prices }: Used, { tenant, own }: Inhabited): Promise<void> => {
  const query = { kinds: ['price_version'] as const, limit: 5 }
  const { approvalId } = own.approval
  for (const order of ['oldest first', 'newest first'] as const)
    for (const status of [undefined, 'pending'] as const)
      await right(approvals.list({ ...query, status, order, beyond: approvalId }))
  await right(
    approvals.list({ ...query, approvalId, status: undefined, order: 'newest first', beyond: undefined }),
  )
  const page = { channel: 'sms' as const, currency: 'GBP', before: own.price.priceVersionId, limit: 5 }
  for (const of of [tenant.organization.organizationId, 'list', 'everybody'] as const)
    for (const atMs of [undefined, NOW_MS]) await right(prices.versions({ ...page, of, atMs }))
  for (const of of [tenant.organization.organizationId, undefined])
    await right(prices.volume(of, NOW_MS - 30 * DAY_MS, NOW_MS + DAY_MS))
}

/** A key of the index by recipients. Its value doesn't matter. */
const SEARCH_KEY = {
  keyId: 'k1',
  digestOf: (to: string) =>
    to
      .padEnd(32, '0')
      .slice(0, 32)
      .replace(/[^0-9a-f]/g, 'a'),
}

/** The reads of the console's screens, of sequencers of the feed and of bulk workers. */
const byConsole = async (used: Used, { tenant, own, message }: Inhabited): Promise<void> => {
  const { switches, bulks, flow, overview, search, events, feed } = used
  const { organizationId, appId } = tenant.scope
  const { providerAccountId } = tenant.providerAccount
  const { bulkId } = own.bulk
  const page = { before: message.messageId, limit: 5 }
  for (const of of [undefined, organizationId]) {
    await right(switches.waiting(of))
    await right(switches.accepted(of, NOW_MS))
    for (const step of ['minute', 'hour'] as const)
      await right(flow.read({ step, organizationId: of, fromMs: 0, toMs: NOW_MS }))
  }
  await right(switches.records({ _tag: 'OfOrganization', organizationId }))
  await right(switches.records({ _tag: 'OfAccount', providerAccountId }))
  await right(switches.records({ _tag: 'OfApps', appIds: [appId] }))
  for (const after of [undefined, { kind: 'app' as const, target: appId }])
    await right(switches.stopped({ kinds: TARGET_KINDS, after, limit: 2 }))
  await right(bulks.due(0, NOW_MS))
  await right(bulks.items(bulkId, 0, 5))
  await right(bulks.refusals(bulkId, 0, 5))
  await right(bulks.purge(0, 0))
  await right(overview.read({ nowMs: NOW_MS, otpsSinceMs: NOW_MS }))
  await right(feed.number(500, NOW_MS))
  await right(feed.head())
  await right(feed.read(5, 5))
  await right(feed.waiting(5))
  await right(feed.watch(NOW_MS))
  await right(feed.purge({ beforeMs: 0, mostBytes: 2 ** 30 }, 5))
  await right(flow.rollUp(5))
  await right(events.number(500, NOW_MS))
  await right(events.read({ appId, after: 5, limit: 5 }))
  await right(events.moves(0))
  await right(events.purge(0, 5))
  await right(flow.purge({ minutesBeforeMs: 0, hoursBeforeMs: 0 }, 5))
  for (let turn = 0; turn < 3; turn += 1) await right(search.index(SEARCH_KEY, 5))
  await right(search.status())
  await right(search.byRecipient([{ generation: 1, digest: SEARCH_KEY.digestOf(message.to) }], page))
  await right(search.byClientReference('order-1', page))
  await right(search.byProviderReference('one', page))
  await right(search.byId(message.messageId))
}

/** The reads of hosts with pages about their visitors, and the deletions. */
const bySessions = async (used: Used, { own }: Inhabited): Promise<void> => {
  const { operatorSessions, personSessions, sessionTickets } = used
  await right(operatorSessions.bearer(own.operatorSession.verifier))
  await right(personSessions.bearer(own.personSession.verifier))
  for (const sessions of [operatorSessions, personSessions]) {
    await right(sessions.list(own.user.userId, NOW_MS, 5))
    await right(sessions.purge(0, 5))
  }
  await right(sessionTickets.purge(0, 5))
}

/** Runs every read about the tenant's records. */
export const useEverything = async (used: Used, inhabited: Inhabited): Promise<void> => {
  await bySuperAdmins(used, inhabited)
  await byReadings(used, inhabited)
  await inTickets(used, inhabited)
  await byApprovals(used, inhabited)
  await byConsole(used, inhabited)
  await bySessions(used, inhabited)
  await inUnits(used, inhabited)
  await useWebhooks(used, inhabited.tenant)
}
