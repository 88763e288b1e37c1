import { DEFAULT_RATE_LIMITS, type RateLimits } from './limits/domain/rate-policy.js'
import type { SignUpPolicy } from './identity/domain/people/sign-up.js'
import { DEFAULT_PRODUCT, type Product } from './kernel/texts/product.js'
import type { Ports } from './assembly/ports.js'
import type { BackgroundUseCases } from './assembly/background-use-cases.js'
import type { OperatorUseCases } from './assembly/operator-use-cases.js'
import type { PeopleUseCases } from './assembly/people-use-cases.js'
import type { ServerUseCases } from './assembly/server-use-cases.js'
import { queued } from './kernel/batching/queued.js'
import { getBalance } from './messaging/use-cases/accounts/get-balance.js'
import { listUsage } from './messaging/use-cases/usage/list-usage.js'
import { agentTools } from './runner/use-cases/tools/agent-tools.js'
import { agentAuthentication } from './identity/use-cases/agents/agent-authentication.js'
import { dedupeWindow } from './identity/use-cases/agents/dedupe-window.js'
import { beginEnrolment, enrol, showEnrolment } from './identity/use-cases/enrolments/enrol.js'
import { renewEnrolment } from './identity/use-cases/enrolments/renew-enrolment.js'
import { inspectFirstSetUp } from './setup/use-cases/inspect-first-set-up.js'
import { setUpFirst } from './setup/use-cases/set-up-first.js'
import { purgeBulks } from './bulk/use-cases/purge-bulks.js'
import { runBulks } from './bulk/use-cases/run-bulks.js'
import { watchKeys } from './identity/use-cases/agents/watch-keys.js'
import { recordCalls } from './audit/use-cases/record-calls.js'
import { runAgentOperation } from './runner/use-cases/run-agent-operation.js'
import { allowedNumbers } from './catalog/use-cases/allowed-numbers.js'
import { type Catalog, emptyCatalog } from './catalog/use-cases/catalog.js'
import { authentication } from './identity/use-cases/credentials/authentication.js'
import { checkCredential } from './identity/use-cases/credentials/check-credential.js'
import { dispatching } from './assembly/dispatching.js'
import { DEFAULT_RELAY_LIMITS, type RelayLimits } from './messaging/use-cases/dispatch/relay.js'
import { indexRecipients } from './messaging/use-cases/search/index-recipients.js'
import { verifyAudit } from './audit/use-cases/verify-audit.js'
import { proveRegister } from './consent/use-cases/prove-register.js'
import { sendMails } from './identity/use-cases/mails/send-mails.js'
import { callersOf } from './runner/use-cases/callers.js'
import { IMPLEMENTATIONS } from './assembly/implementations.js'
import { OPERATIONS } from './assembly/registry.js'
import { purgeResults } from './kernel/units/purge-results.js'
import { recordRefusals } from './runner/use-cases/record-refusals.js'
import { operationRunner, type RunOperation } from './runner/use-cases/run-operation.js'
import { watchReadings } from './runner/use-cases/watch-readings.js'
import { acceptInvitation, showInvitation } from './identity/use-cases/people/accept-invitation.js'
import { createSuperAdmin, createUser } from './identity/use-cases/people/create-user.js'
import { failedProofs, type ReportFailure } from './identity/use-cases/people/failed-proofs.js'
import { type ProveIdentity, proveIdentity } from './identity/use-cases/people/prove-identity.js'
import { operatorAuthentication } from './identity/use-cases/people/operator-authentication.js'
import { operatorSignIns } from './identity/use-cases/people/operator-sessions.js'
import { ownSecondFactor } from './identity/use-cases/people/own-second-factor.js'
import { endSessionsByCommand } from './identity/use-cases/people/end-sessions-of-user.js'
import { removeSecondFactorByCommand } from './identity/use-cases/people/remove-second-factor.js'
import { personSignIns } from './identity/use-cases/people/person-sessions.js'
import { peopleAuthentication } from './identity/use-cases/people/people-authentication.js'
import { websiteAuthentication } from './identity/use-cases/people/website-authentication.js'
import { purgeCookieSessions } from './identity/use-cases/people/purge-cookie-sessions.js'
import { purgePeople } from './identity/use-cases/people/purge-people.js'
import { refreshSession } from './identity/use-cases/people/refresh-session.js'
import { requestLink } from './identity/use-cases/people/request-link.js'
import { checkRecovery, resetPassword } from './identity/use-cases/people/reset-password.js'
import { numberFeed, purgeFeed } from './feed/use-cases/keep-feed.js'
import { resetFeed } from './feed/use-cases/reset-feed.js'
import { signIn } from './identity/use-cases/people/sign-in.js'
import { signOut } from './identity/use-cases/people/sign-out.js'
import { showSignUp, signUp } from './identity/use-cases/people/sign-up.js'
import { disableUserByCommand, enableUserByCommand } from './identity/use-cases/people/switch-user.js'
import { beginRestoration } from './platform/use-cases/installation/begin-restoration.js'
import { checkInstallationIdentity } from './platform/use-cases/installation/check-installation-identity.js'
import { claimSealingKey } from './platform/use-cases/keys/claim-sealing-key.js'
import { keyGuardedUnits } from './kernel/units/key-guard.js'
import { rotateKeys } from './platform/use-cases/keys/rotate-keys.js'
import { recordReports } from './messaging/use-cases/dispatch/record-reports.js'
import { purgeProviderTests } from './providers/use-cases/provider-tests/purge-provider-tests.js'
import { eraseRecipients } from './messaging/use-cases/erasure/erase-recipients.js'
import { purgeUnreadable } from './messaging/use-cases/receipts/purge-unreadable.js'
import { openCallback } from './messaging/use-cases/receipts/receive-callback.js'
import { replyToKeywords } from './messaging/use-cases/inbound/reply-to-keywords.js'
import { recordReceipts } from './messaging/use-cases/receipts/record-receipts.js'
import { createPacing } from './kernel/background/pacing.js'
import { watchSends } from './assembly/watch-sends.js'
import { reconcile } from './ledger/use-cases/reconcile.js'
import { checkHeads } from './ledger/use-cases/check-heads.js'
import { getLedgerKey } from './ledger/use-cases/get-ledger-key.js'
import { signHeads } from './ledger/use-cases/sign-heads.js'
import { verifyLedger } from './ledger/use-cases/verify-ledger.js'
import { createAcceptor, DEFAULT_ACCEPTANCE_LIMITS } from './messaging/use-cases/acceptance/acceptor.js'
import type { AcceptanceLimits } from './messaging/use-cases/acceptance/submission-lanes.js'
import { purgeInbound } from './messaging/use-cases/inbound/purge-inbound.js'
import { purgeFlow, rollUpFlow } from './platform/use-cases/flow/keep-flow.js'
import { reportExpiringCredentials } from './identity/use-cases/credentials/report-expiring-credentials.js'
import { reportLowBalances } from './ledger/use-cases/report-low-balances.js'
import { purgeWebhookAttempts } from './webhooks/use-cases/purge-webhook-attempts.js'
import { reportFailingWebhooks } from './webhooks/use-cases/report-failing-webhooks.js'
import { countUsage } from './messaging/use-cases/usage/count-usage.js'
import { purgeBuckets } from './limits/use-cases/purge-buckets.js'
import { rateLimiter } from './limits/use-cases/rate-limiter.js'
import { acceptMessage } from './messaging/use-cases/messages/accept-message.js'
import { findMessage } from './messaging/use-cases/messages/find-message.js'
import { inspectBatch, inspectMessage, inspectOtp } from './messaging/use-cases/messages/inspect-sends.js'
import { eventArrivals } from './events/use-cases/event-arrivals.js'
import { numberEvents } from './events/use-cases/number-events.js'
import { listEvents } from './events/use-cases/list-events.js'
import { listRecentMessages } from './messaging/use-cases/messages/list-recent-messages.js'
import { lookUpMessages } from './messaging/use-cases/messages/look-up-messages.js'
import { dryRunMessage } from './messaging/use-cases/messages/preview-message.js'
import { sendBatch } from './messaging/use-cases/messages/send-batch.js'
import { purgePrefixCounts } from './messaging/use-cases/otp/purge-prefix-counts.js'
import { sendOtp } from './messaging/use-cases/otp/send-otp.js'
import { verifyOtp } from './messaging/use-cases/otp/verify-otp.js'
import { readTestMessages } from './messaging/use-cases/test-messages/read-test-messages.js'
import { purgeTestMessages } from './messaging/use-cases/test-messages/purge-test-messages.js'
import { otpReadiness } from './platform/use-cases/status/otp-readiness.js'
import { readUnsubscribeLink, unsubscribe } from './consent/use-cases/unsubscribe.js'
import { purgeAttachments } from './support/use-cases/purge-attachments.js'
import { checkReadiness } from './platform/use-cases/status/check-readiness.js'
import { readFigures } from './platform/use-cases/status/read-figures.js'
import { type OverviewReadings, overviewReadings } from './platform/use-cases/status/read-overview.js'
import { checkInvariants } from './platform/use-cases/verification/check-invariants.js'

/** Limits that an embedder may change; each has a default, with its reason next to it. */
export interface Limits {
  readonly acceptance?: AcceptanceLimits
  readonly relay?: RelayLimits
  /** Omitted policies keep their default. */
  readonly rates?: Partial<RateLimits>
}

/** The addresses and settings of the platform that its users see. */
export interface Platform {
  /** The address of the HTTP host for programs, without a trailing slash. */
  readonly publicUrl: string
  /** The address of the console for super admins; enrollment links point to it. */
  readonly consoleUrl: string
  /** The address of the website for customers; all other links in emails point to it. */
  readonly websiteUrl: string
  /** Whether people can sign up on the website without an invitation. */
  readonly signUp: SignUpPolicy
  /** The name and the support address that customers see. */
  readonly product: Product
  readonly contractVersion: string
  /** The currency of the accounts of new Organizations. */
  readonly currency: string
  readonly currencies: readonly string[]
  /** The one-time test credit of an Organization, in minor units of `currency`; 0: none. */
  readonly testCreditMinor: number
}

const LOCAL: Platform = {
  publicUrl: 'http://127.0.0.1:8080',
  consoleUrl: 'http://127.0.0.1:8081',
  websiteUrl: 'http://127.0.0.1:8082',
  signUp: 'invited',
  product: DEFAULT_PRODUCT,
  contractVersion: '1.2.0',
  currency: 'INR',
  currencies: ['INR'],
  testCreditMinor: 100_000,
}

/** The use cases of customers' servers, and the authentication that hosts need for them. */
const forServers = (
  ports: Ports,
  catalog: Catalog,
  limits: Limits,
  { publicUrl }: Platform,
): ServerUseCases => {
  const { catalogs } = catalog
  const auth = authentication(ports, catalog.changes)
  const acceptance = createAcceptor(ports, limits.acceptance ?? DEFAULT_ACCEPTANCE_LIMITS, auth, catalog)
  const rates = { ...DEFAULT_RATE_LIMITS, ...limits.rates }
  const reports = recordReports(ports)
  const receipts = recordReceipts(ports, reports, replyToKeywords(ports, acceptance, catalog))
  const relay = limits.relay ?? DEFAULT_RELAY_LIMITS
  const arrivals = eventArrivals(ports)
  return {
    authenticate: auth.authenticate,
    takeAllowance: rateLimiter(ports, rates).take,
    checkCredential: checkCredential(ports, auth),
    acceptMessage: acceptMessage(ports, acceptance),
    dryRunMessage: dryRunMessage(ports, auth, catalogs),
    inspectMessage: inspectMessage(ports),
    inspectBatch: inspectBatch(ports),
    inspectOtp: inspectOtp(ports),
    sendBatch: sendBatch(ports, acceptance),
    sendOtp: sendOtp(ports, acceptance, catalog, otpReadiness(ports)),
    verifyOtp: verifyOtp(ports, auth),
    findMessage: findMessage(ports, auth),
    lookUpMessages: lookUpMessages(ports, auth),
    listRecentMessages: listRecentMessages(ports, auth),
    listEvents: listEvents(ports, auth, arrivals),
    endWaits: arrivals.stop,
    readTestMessages: readTestMessages(ports, auth),
    getBalance: getBalance(ports, auth),
    listUsage: listUsage(ports, auth),
    checkReadiness: checkReadiness(ports),
    readFigures: readFigures(ports),
    openCallback: openCallback({ ...ports, publicUrl }, receipts),
    readUnsubscribeLink: readUnsubscribeLink(ports),
    unsubscribe: unsubscribe(ports),
    getLedgerKey: getLedgerKey(ports),
    dispatching: () => dispatching({ ...ports, relay, publicUrl }, catalog, { reports, receipts }),
    purgeBuckets: purgeBuckets(ports, rates),
  }
}

/** Limits on the concurrency of requests without a credential, to leave capacity for sends. */
const PUBLIC_BOUNDS = { atOnce: 4, waiting: 256 }

/**
 * The use cases of people who are signed in or signing in, super admins and Agents; one runner decides what
 * they may do.
 */
const forPeople = (
  ports: Ports,
  { changes }: Catalog,
  platform: Platform,
  prove: ProveIdentity,
  overview: OverviewReadings,
  report: ReportFailure,
): { readonly people: PeopleUseCases; readonly run: RunOperation } => {
  const proving = { ...ports, reportFailure: report }
  const people = peopleAuthentication(ports)
  const website = websiteAuthentication(ports)
  const personSessions = personSignIns(proving, prove, website)
  const operators = operatorAuthentication(proving, prove)
  const record = recordCalls(ports)
  const agents = agentAuthentication(ports, watchKeys(ports, record))
  const callers = callersOf({ people, website, operators, agents }, changes)
  const run = operationRunner(
    { ...ports, platform, prove, overview, entries: Object.values(OPERATIONS) },
    callers,
    IMPLEMENTATIONS,
  )
  const useCases: PeopleUseCases = {
    authenticatePerson: people.authenticate,
    admitOperator: operators.admit,
    operatorSessions: operatorSignIns(proving, prove, operators),
    personSessions,
    ownSecondFactor: ownSecondFactor(proving, { prove, find: personSessions.find }),
    authenticateAgent: agents.authenticate,
    runOperation: recordRefusals(run, record),
    watching: watchReadings(ports, callers),
    runAgentOperation: runAgentOperation(run, record, dedupeWindow(ports.clock)),
    agentTools: agentTools(ports, agents),
    signIn: signIn(proving, prove),
    signOut: signOut(ports, people),
    refreshSession: queued(PUBLIC_BOUNDS, refreshSession(ports)),
    requestRecovery: requestLink(ports, 'recovery'),
    requestSignUp: requestLink(ports, 'sign-up'),
    showSignUp: queued(PUBLIC_BOUNDS, showSignUp(ports, platform.signUp)),
    signUp: queued(PUBLIC_BOUNDS, signUp(ports, platform.signUp)),
    checkRecovery: queued(PUBLIC_BOUNDS, checkRecovery(ports)),
    resetPassword: queued(PUBLIC_BOUNDS, resetPassword(ports)),
    showInvitation: queued(PUBLIC_BOUNDS, showInvitation(ports)),
    acceptInvitation: queued(PUBLIC_BOUNDS, acceptInvitation(ports, prove)),
    showEnrolment: queued(PUBLIC_BOUNDS, showEnrolment(ports)),
    beginEnrolment: queued(PUBLIC_BOUNDS, beginEnrolment(ports)),
    enrol: queued(PUBLIC_BOUNDS, enrol(ports)),
  }
  return { people: useCases, run }
}

/** The commands of super admins, each with a reason, and the first set-up of a platform. */
const forOperators = (
  ports: Ports,
  platform: Platform,
  prove: ProveIdentity,
  overview: OverviewReadings,
): OperatorUseCases => ({
  inspectFirstSetUp: inspectFirstSetUp(ports, platform),
  firstSetUp: setUpFirst(ports, platform, (currency) => ({
    bodies: IMPLEMENTATIONS,
    needs: {
      ...ports,
      overview,
      platform: { ...platform, currency },
      prove,
      entries: Object.values(OPERATIONS),
    },
  })),
  renewEnrolment: renewEnrolment(ports, platform),
  createUser: createUser(ports),
  createSuperAdmin: createSuperAdmin(ports),
  disableUserByCommand: disableUserByCommand(ports),
  enableUserByCommand: enableUserByCommand(ports),
  removeSecondFactorByCommand: removeSecondFactorByCommand(ports),
  endSessionsByCommand: endSessionsByCommand(ports),
  verifyLedger: verifyLedger(ports),
  beginRestoration: beginRestoration(ports),
  resetFeed: resetFeed(ports),
  checkHeads: checkHeads(ports),
  verifyAudit: verifyAudit(ports, proveRegister(ports)),
  checkInvariants: checkInvariants(ports),
  claimSealingKey: claimSealingKey(ports),
  rotateKeys: rotateKeys(ports),
})

/** The background work of a dispatcher, in small batches. */
const inTheBackground = (
  ports: Ports,
  platform: Platform,
): Omit<BackgroundUseCases, 'runBulks' | 'paceWork'> => ({
  reconcile: reconcile(ports),
  numberFeed: numberFeed(ports),
  purgeFeed: purgeFeed(ports),
  numberEvents: numberEvents(ports),
  checkInstallationIdentity: checkInstallationIdentity(ports),
  signHeads: signHeads(ports),
  sendMails: sendMails(ports, platform),
  purgePeople: purgePeople(ports),
  purgeCookieSessions: purgeCookieSessions(ports),
  purgeBulks: purgeBulks(ports),
  purgeAttachments: purgeAttachments(ports),
  purgePrefixCounts: purgePrefixCounts(ports),
  purgeResults: purgeResults(ports),
  rollUpFlow: rollUpFlow(ports),
  purgeFlow: purgeFlow(ports),
  purgeInbound: purgeInbound(ports),
  eraseRecipients: eraseRecipients(ports),
  purgeUnreadable: purgeUnreadable(ports),
  purgeProviderTests: purgeProviderTests(ports),
  purgeTestMessages: purgeTestMessages(ports),
  indexRecipients: indexRecipients(ports),
  indexTickets: (most) => ports.storage.ticketSearch.index(most),
  countUsage: countUsage(ports),
  reportLowBalances: reportLowBalances(ports),
  reportExpiringCredentials: reportExpiringCredentials(ports),
  reportFailingWebhooks: reportFailingWebhooks(ports),
  purgeWebhookAttempts: purgeWebhookAttempts(ports),
  readWebhookBacklog: () => ports.storage.webhooks.backlog(),
  readEventReceiver: () => ports.storage.webhooks.receiver(),
})

/**
 * All use cases of the service, over the given ports. Nothing throws: refusals and outages are the left of a
 * result.
 */
export interface Postrider extends ServerUseCases, PeopleUseCases, OperatorUseCases, BackgroundUseCases {}

/**
 * The service as one plain object: the entry point for hosts, and for teams that embed the core with their
 * own adapters. It starts nothing by itself; `dispatching()` creates the loops that a dispatcher process
 * runs.
 * @example
 * ```ts
 * import { E } from '@postrider/core/fp'
 * import type { Ports } from '@postrider/core/assembly/ports'
 * import { createPostrider } from '@postrider/core/postrider'
 * import { requireAction } from '@postrider/core/identity/use-cases/credentials/read-as'
 *
 * const find = async (ports: Ports, bearer: string, messageId: string) => {
 *   const postrider = createPostrider(ports, {}, {
 *     publicUrl: 'https://api.example.com',
 *     consoleUrl: 'https://console.example.com',
 *     websiteUrl: 'https://app.example.com',
 *     signUp: 'invited',
 *     product: { name: 'Acme Messages', supportAddress: 'help@example.com' },
 *     contractVersion: '1.2.0',
 *     testCreditMinor: 0,
 *     currency: 'EUR',
 *     currencies: ['EUR'],
 *   })
 *   const server = await postrider.authenticate(bearer, '192.0.2.1')()
 *   if (E.isLeft(server)) return server
 *   const caller = requireAction(server.right, 'messages.read')
 *   return E.isLeft(caller) ? caller : postrider.findMessage(caller.right, messageId)()
 * }
 * ```
 */
export const createPostrider = (given: Ports, limits: Limits = {}, platform: Platform = LOCAL): Postrider => {
  const units = keyGuardedUnits(given.storage.units, given.keyRing)
  const pacing = createPacing(given)
  const storage = watchSends({ ...given.storage, units }, given.clock, pacing)
  const phoneNumbers = allowedNumbers({ ...given, storage })
  const ports: Ports = { ...given, storage, phoneNumbers }
  // All identity proofs share one queue, whatever they are for.
  const report = failedProofs(ports)
  const prove = proveIdentity(ports, report)
  const overview = overviewReadings(ports)
  const catalog = emptyCatalog(ports, phoneNumbers.read)
  const { people, run } = forPeople(ports, catalog, platform, prove, overview, report)
  return {
    ...forServers(ports, catalog, limits, platform),
    ...people,
    // A bulk stores the refusals of its items.
    runBulks: runBulks(ports, run),
    paceWork: pacing.work,
    ...forOperators(ports, platform, prove, overview),
    ...inTheBackground(ports, platform),
  }
}
