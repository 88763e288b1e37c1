import { DEFAULT_RATE_LIMITS, type RateLimits } from './domain/limits/rate-policy.js'
import type { SignUpPolicy } from './domain/people/sign-up.js'
import type { Ports } from './ports/ports.js'
import type { BackgroundUseCases } from './postrider/background-use-cases.js'
import type { OperatorUseCases } from './postrider/operator-use-cases.js'
import type { PeopleUseCases } from './postrider/people-use-cases.js'
import type { ServerUseCases } from './postrider/server-use-cases.js'
import { queued } from './use-cases/concurrency/queued.js'
import { getBalance } from './use-cases/accounts/get-balance.js'
import { listUsage } from './use-cases/accounts/list-usage.js'
import { agentTools } from './use-cases/operations/tools/agent-tools.js'
import { agentAuthentication } from './use-cases/agents/agent-authentication.js'
import { onceAMinute } from './use-cases/agents/once-a-minute.js'
import { beginEnrolment, enrol, showEnrolment } from './use-cases/enrolments/enrol.js'
import { renewEnrolment } from './use-cases/enrolments/renew-enrolment.js'
import { inspectOrder } from './use-cases/first-set-up/inspect-order.js'
import { setUpFirst } from './use-cases/first-set-up/set-up-first.js'
import { purgeBulks } from './use-cases/bulk/purge-bulks.js'
import { runBulks } from './use-cases/bulk/run-bulks.js'
import { watchKeys } from './use-cases/agents/watch-keys.js'
import { recordCalls } from './use-cases/audit/record-calls.js'
import { runAgentOperation } from './use-cases/operations/running/run-agent-operation.js'
import { type Catalog, emptyCatalog } from './use-cases/catalog/catalog.js'
import { authentication } from './use-cases/credentials/authentication.js'
import { checkCredential } from './use-cases/credentials/check-credential.js'
import { dispatching } from './use-cases/dispatching.js'
import { DEFAULT_RELAY_LIMITS, type RelayLimits } from './use-cases/dispatch/relay.js'
import { indexRecipients } from './use-cases/search/index-recipients.js'
import { verifyAudit } from './use-cases/audit/verify-audit.js'
import { sendMails } from './use-cases/mails/send-mails.js'
import { callersOf } from './use-cases/operations/running/callers.js'
import { IMPLEMENTATIONS } from './use-cases/operations/implementations.js'
import { purgeResults } from './use-cases/units/purge-results.js'
import { recordRefusals } from './use-cases/operations/running/record-refusals.js'
import { operationRunner, type RunOperation } from './use-cases/operations/running/run-operation.js'
import { watchReadings } from './use-cases/operations/running/watch-readings.js'
import { acceptInvitation, showInvitation } from './use-cases/people/accept-invitation.js'
import { createSuperAdmin, createUser } from './use-cases/people/create-user.js'
import { failedProofs, type ReportFailure } from './use-cases/people/failed-proofs.js'
import { type ProveIdentity, proveIdentity } from './use-cases/people/prove-identity.js'
import { operatorAuthentication } from './use-cases/people/operator-authentication.js'
import { operatorSessionDoors } from './use-cases/people/operator-sessions.js'
import { ownSecondFactor } from './use-cases/people/own-second-factor.js'
import { endSessionsByOrder } from './use-cases/people/end-sessions-of-user.js'
import { removeSecondFactorByOrder } from './use-cases/people/remove-second-factor.js'
import { personSessionDoors } from './use-cases/people/person-sessions.js'
import { peopleAuthentication } from './use-cases/people/people-authentication.js'
import { websiteAuthentication } from './use-cases/people/website-authentication.js'
import { purgeCookieSessions } from './use-cases/people/purge-cookie-sessions.js'
import { purgePeople } from './use-cases/people/purge-people.js'
import { refreshSession } from './use-cases/people/refresh-session.js'
import { requestLink } from './use-cases/people/request-link.js'
import { checkRecovery, resetPassword } from './use-cases/people/reset-password.js'
import { numberFeed, purgeFeed } from './use-cases/feed/keep-feed.js'
import { resetFeed } from './use-cases/feed/reset-feed.js'
import { signIn } from './use-cases/people/sign-in.js'
import { signOut } from './use-cases/people/sign-out.js'
import { showSignUp, signUp } from './use-cases/people/sign-up.js'
import { disableUserByOrder, enableUserByOrder } from './use-cases/people/switch-user.js'
import { beginRestoration } from './use-cases/installation/begin-restoration.js'
import { tendInstallation } from './use-cases/installation/tend-installation.js'
import { claimSealingKey } from './use-cases/keys/claim-sealing-key.js'
import { fencedUnits } from './use-cases/keys/fenced-units.js'
import { rotateKeys } from './use-cases/keys/rotate-keys.js'
import { recordReports } from './use-cases/dispatch/record-reports.js'
import { purgeProviderTests } from './use-cases/provider-tests/purge-provider-tests.js'
import { purgeUnreadable } from './use-cases/receipts/purge-unreadable.js'
import { openCallback } from './use-cases/receipts/receive-callback.js'
import { recordReceipts } from './use-cases/receipts/record-receipts.js'
import { createPacing } from './use-cases/background/pacing.js'
import { watchSends } from './use-cases/background/watch-sends.js'
import { reconcile } from './use-cases/ledger/reconcile.js'
import { checkHeads } from './use-cases/ledger/check-heads.js'
import { getLedgerKey } from './use-cases/ledger/get-ledger-key.js'
import { signHeads } from './use-cases/ledger/sign-heads.js'
import { verifyLedger } from './use-cases/ledger/verify-ledger.js'
import { createAcceptor, DEFAULT_ACCEPTANCE_LIMITS } from './use-cases/acceptance/acceptor.js'
import type { AcceptanceLimits } from './use-cases/acceptance/submission-lanes.js'
import { purgeInbound } from './use-cases/inbound/purge-inbound.js'
import { purgeFlow, rollUpFlow } from './use-cases/flow/keep-flow.js'
import { reportLowBalances } from './use-cases/ledger/report-low-balances.js'
import { countUsage } from './use-cases/usage/count-usage.js'
import { purgeBuckets } from './use-cases/limits/purge-buckets.js'
import { rateLimiter } from './use-cases/limits/rate-limiter.js'
import { acceptMessage } from './use-cases/messages/accept-message.js'
import { findMessage } from './use-cases/messages/find-message.js'
import { inspectBatch, inspectMessage, inspectOtp } from './use-cases/messages/inspect-sends.js'
import { listRecentMessages } from './use-cases/messages/list-recent-messages.js'
import { lookUpMessages } from './use-cases/messages/look-up-messages.js'
import { dryRunMessage } from './use-cases/messages/preview-message.js'
import { sendBatch } from './use-cases/messages/send-batch.js'
import { purgePrefixCounts } from './use-cases/otp/purge-prefix-counts.js'
import { sendOtp } from './use-cases/otp/send-otp.js'
import { verifyOtp } from './use-cases/otp/verify-otp.js'
import { readTestMessages } from './use-cases/test-messages/read-test-messages.js'
import { purgeTestMessages } from './use-cases/test-messages/purge-test-messages.js'
import { otpReadiness } from './use-cases/status/otp-readiness.js'
import { purgeAttachments } from './use-cases/support/purge-attachments.js'
import { checkReadiness } from './use-cases/status/check-readiness.js'
import { readFigures } from './use-cases/status/read-figures.js'
import { type OverviewReadings, overviewReadings } from './use-cases/status/read-overview.js'
import { checkInvariants } from './use-cases/verification/check-invariants.js'

/** Numbers that an embedder may want otherwise; each has a default with its reason beside it. */
export interface Limits {
  readonly acceptance?: AcceptanceLimits
  readonly relay?: RelayLimits
  /** Policies that are left out keep their default. */
  readonly rates?: Partial<RateLimits>
}

/** What the platform is to those who use it. */
export interface Platform {
  /** The address at which programs reach the HTTP host, without a slash at its end. */
  readonly publicUrl: string
  /** The address at which super admins reach the console: links to their enrolments lead there. */
  readonly consoleUrl: string
  /** The address at which customers' people reach the website: all other links in mails lead there. */
  readonly websiteUrl: string
  /** Who may make an account at the website by themselves. */
  readonly signUp: SignUpPolicy
  readonly contractVersion: string
  /** What the accounts of new Organizations are kept in. */
  readonly currency: string
  readonly currencies: readonly string[]
  /** What an Organization gets once to test with, in minor units of `currency`; 0: nothing. */
  readonly testCreditMinor: number
}

const LOCAL: Platform = {
  publicUrl: 'http://127.0.0.1:8080',
  consoleUrl: 'http://127.0.0.1:8081',
  websiteUrl: 'http://127.0.0.1:8082',
  signUp: 'invited',
  contractVersion: '1.2.0',
  currency: 'INR',
  currencies: ['INR'],
  testCreditMinor: 100_000,
}

/** What customers' servers ask for, and what the hosts need to let them in. */
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
  const receipts = recordReceipts(ports, reports)
  const relay = limits.relay ?? DEFAULT_RELAY_LIMITS
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
    listRecentMessages: listRecentMessages(ports, auth, catalogs),
    readTestMessages: readTestMessages(ports, auth),
    getBalance: getBalance(ports, auth, catalogs),
    listUsage: listUsage(ports, auth, catalogs),
    checkReadiness: checkReadiness(ports),
    readFigures: readFigures(ports),
    openCallback: openCallback({ ...ports, publicUrl }, receipts),
    getLedgerKey: getLedgerKey(ports),
    dispatching: () => dispatching({ ...ports, relay, publicUrl }, catalog, { reports, receipts }),
    purgeBuckets: purgeBuckets(ports, rates),
  }
}

/** What anybody may ask for without a credential is worked on for so many at once, so that it leaves room for sends. */
const PUBLIC_BOUNDS = { atOnce: 4, waiting: 256 }

/** What people ask for, who are signed in or want to be, super admins and Agents: what they may do is decided by the one runner. */
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
  const personSessions = personSessionDoors(proving, prove, website)
  const operators = operatorAuthentication(proving, prove)
  const record = recordCalls(ports)
  const agents = agentAuthentication(ports, watchKeys(ports, record))
  const callers = callersOf({ people, website, operators, agents }, changes)
  const run = operationRunner({ ...ports, platform, prove, overview }, callers, IMPLEMENTATIONS)
  const useCases: PeopleUseCases = {
    authenticatePerson: people.authenticate,
    admitOperator: operators.admit,
    operatorSessions: operatorSessionDoors(proving, prove, operators),
    personSessions,
    ownSecondFactor: ownSecondFactor(proving, { prove, find: personSessions.find }),
    authenticateAgent: agents.authenticate,
    runOperation: recordRefusals(run, record),
    watching: watchReadings(ports, callers),
    runAgentOperation: runAgentOperation(run, record, onceAMinute(ports.clock)),
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

/** What operators order, each with a reason; and the first steps of a platform. */
const forOperators = (
  ports: Ports,
  platform: Platform,
  prove: ProveIdentity,
  overview: OverviewReadings,
): OperatorUseCases => ({
  inspectFirstSetUp: inspectOrder(ports, platform),
  firstSetUp: setUpFirst(ports, platform, (currency) => ({
    bodies: IMPLEMENTATIONS,
    needs: { ...ports, overview, platform: { ...platform, currency }, prove },
  })),
  renewEnrolment: renewEnrolment(ports, platform),
  createUser: createUser(ports),
  createSuperAdmin: createSuperAdmin(ports),
  disableUserByOrder: disableUserByOrder(ports),
  enableUserByOrder: enableUserByOrder(ports),
  removeSecondFactorByOrder: removeSecondFactorByOrder(ports),
  endSessionsByOrder: endSessionsByOrder(ports),
  verifyLedger: verifyLedger(ports),
  beginRestoration: beginRestoration(ports),
  resetFeed: resetFeed(ports),
  checkHeads: checkHeads(ports),
  verifyAudit: verifyAudit(ports),
  checkInvariants: checkInvariants(ports),
  claimSealingKey: claimSealingKey(ports),
  rotateKeys: rotateKeys(ports),
})

/** What a dispatcher does by itself, little by little. */
const inTheBackground = (
  ports: Ports,
  platform: Platform,
): Omit<BackgroundUseCases, 'runBulks' | 'paceWork'> => ({
  reconcile: reconcile(ports),
  numberFeed: numberFeed(ports),
  purgeFeed: purgeFeed(ports),
  tendInstallation: tendInstallation(ports),
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
  purgeUnreadable: purgeUnreadable(ports),
  purgeProviderTests: purgeProviderTests(ports),
  purgeTestMessages: purgeTestMessages(ports),
  indexRecipients: indexRecipients(ports),
  indexTickets: (most) => ports.storage.ticketSearch.index(most),
  countUsage: countUsage(ports),
  reportLowBalances: reportLowBalances(ports),
})

/**
 * Every use case of the service, over the ports it was given. Nothing throws: what is refused, and what nobody can say at the moment, is
 * the left of an answer.
 */
export interface Postrider extends ServerUseCases, PeopleUseCases, OperatorUseCases, BackgroundUseCases {}

/**
 * The service as one plain object: the entry for hosts and for teams that embed the core with adapters of their
 * own. Starts nothing by itself; `dispatching()` makes the loops that a dispatcher process runs.
 * @example
 * ```ts
 * import { E } from '@postrider/core/fp'
 * import type { Ports } from '@postrider/core/ports/ports'
 * import { createPostrider } from '@postrider/core/postrider'
 * import { requireAction } from '@postrider/core/use-cases/credentials/read-as'
 *
 * const find = async (ports: Ports, bearer: string, messageId: string) => {
 *   const postrider = createPostrider(ports, {}, {
 *     publicUrl: 'https://api.example.com',
 *     consoleUrl: 'https://console.example.com',
 *     websiteUrl: 'https://app.example.com',
 *     signUp: 'invited',
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
  const units = fencedUnits(given.storage.units, given.keyRing)
  const pacing = createPacing(given)
  const ports: Ports = { ...given, storage: watchSends({ ...given.storage, units }, given.clock, pacing) }
  // All proofs of identity wait in one queue, whatever they are for.
  const report = failedProofs(ports)
  const prove = proveIdentity(ports, report)
  const overview = overviewReadings(ports)
  const catalog = emptyCatalog(ports)
  const { people, run } = forPeople(ports, catalog, platform, prove, overview, report)
  return {
    ...forServers(ports, catalog, limits, platform),
    ...people,
    // What an item of a bulk is refused for is kept with the bulk.
    runBulks: runBulks(ports, run),
    paceWork: pacing.work,
    ...forOperators(ports, platform, prove, overview),
    ...inTheBackground(ports, platform),
  }
}
