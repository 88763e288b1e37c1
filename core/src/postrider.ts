import { DEFAULT_RATE_LIMITS, type RateLimits } from './domain/limits/rate-policy.js'
import type { Ports } from './ports/ports.js'
import { creditAccount } from './use-cases/accounts/credit-account.js'
import { getBalance } from './use-cases/accounts/get-balance.js'
import { listUsage } from './use-cases/accounts/list-usage.js'
import { listBudgets } from './use-cases/budgets/list-budgets.js'
import { saveBudget } from './use-cases/budgets/save-budget.js'
import { catalogCache } from './use-cases/catalog/catalog-cache.js'
import { authentication } from './use-cases/credentials/authentication.js'
import { checkCredential } from './use-cases/credentials/check-credential.js'
import { issueCredential } from './use-cases/credentials/issue-credential.js'
import { dispatching } from './use-cases/dispatch/dispatching.js'
import { DEFAULT_RELAY_LIMITS, type RelayLimits } from './use-cases/dispatch/relay.js'
import { reconcile } from './use-cases/ledger/reconcile.js'
import { verifyLedger } from './use-cases/ledger/verify-ledger.js'
import {
  acceptanceDesk,
  type AcceptanceLimits,
  DEFAULT_ACCEPTANCE_LIMITS,
} from './use-cases/acceptance/acceptance-desk.js'
import { purgeBuckets } from './use-cases/limits/purge-buckets.js'
import { rateLimiter } from './use-cases/limits/rate-limiter.js'
import { acceptMessage } from './use-cases/messages/accept-message.js'
import { findMessage } from './use-cases/messages/find-message.js'
import { lookUpMessages } from './use-cases/messages/look-up-messages.js'
import { previewMessage } from './use-cases/messages/preview-message.js'
import { sendBatch } from './use-cases/messages/send-batch.js'
import { liftPrefixBlock, listPrefixBlocks } from './use-cases/operators/prefix-blocks.js'
import { resumeApp, stopApp } from './use-cases/operators/switch-app.js'
import { blockDestination, unblockDestination } from './use-cases/operators/switch-destination.js'
import { resumeOrganization, stopOrganization } from './use-cases/operators/switch-organization.js'
import { resumeProviderAccount, stopProviderAccount } from './use-cases/operators/switch-provider-account.js'
import { purgePrefixCounts } from './use-cases/passcodes/purge-prefix-counts.js'
import { sendPasscode } from './use-cases/passcodes/send-passcode.js'
import { verifyPasscode } from './use-cases/passcodes/verify-passcode.js'
import { passcodeReadiness } from './use-cases/status/passcode-readiness.js'
import { suppress, unsuppress } from './use-cases/suppressions/suppress.js'
import { checkReadiness } from './use-cases/status/check-readiness.js'
import { provisionTenant } from './use-cases/tenancy/provision-tenant.js'
import { checkInvariants } from './use-cases/verification/check-invariants.js'

/** Numbers that an embedder may want otherwise; each has a default with its reason beside it. */
export interface Limits {
  readonly acceptance?: AcceptanceLimits
  readonly relay?: RelayLimits
  readonly rates?: RateLimits
}

/** Every use case of the service, over the ports it was given. */
export type Postrider = ReturnType<typeof createPostrider>

/**
 * The service as one plain object: the entry for hosts and for teams that embed the core with adapters of their
 * own. Starts nothing by itself; `dispatching()` makes the loops that a dispatcher process runs.
 */
export const createPostrider = (ports: Ports, limits: Limits = {}) => {
  const auth = authentication(ports)
  const catalogs = catalogCache(ports.storage)
  const desk = acceptanceDesk(ports, limits.acceptance ?? DEFAULT_ACCEPTANCE_LIMITS, auth, catalogs)
  const relay = limits.relay ?? DEFAULT_RELAY_LIMITS
  const rates = limits.rates ?? DEFAULT_RATE_LIMITS
  const limiter = rateLimiter(ports, rates)
  return {
    authenticate: auth.authenticate,
    checkCredential: checkCredential(ports, auth),
    acceptMessage: acceptMessage(ports, desk),
    previewMessage: previewMessage(ports, auth, catalogs),
    sendBatch: sendBatch(ports, desk),
    sendPasscode: sendPasscode(ports, desk, passcodeReadiness(ports)),
    verifyPasscode: verifyPasscode(ports, auth),
    takeAllowance: limiter.take,
    purgeBuckets: purgeBuckets(ports, rates),
    purgePrefixCounts: purgePrefixCounts(ports),
    findMessage: findMessage(ports, auth),
    lookUpMessages: lookUpMessages(ports, auth),
    getBalance: getBalance(ports, auth),
    listUsage: listUsage(ports, auth),
    checkReadiness: checkReadiness(ports),
    dispatching: () => dispatching({ ...ports, relay }, catalogs),
    reconcile: reconcile(ports),
    verifyLedger: verifyLedger(ports),
    checkInvariants: checkInvariants(ports),
    provisionTenant: provisionTenant(ports),
    creditAccount: creditAccount(ports),
    issueCredential: issueCredential(ports),
    saveBudget: saveBudget(ports),
    listBudgets: listBudgets(ports),
    suppress: suppress(ports),
    unsuppress: unsuppress(ports),
    stopOrganization: stopOrganization(ports),
    resumeOrganization: resumeOrganization(ports),
    stopApp: stopApp(ports),
    resumeApp: resumeApp(ports),
    stopProviderAccount: stopProviderAccount(ports),
    resumeProviderAccount: resumeProviderAccount(ports),
    blockDestination: blockDestination(ports),
    unblockDestination: unblockDestination(ports),
    listPrefixBlocks: listPrefixBlocks(ports),
    liftPrefixBlock: liftPrefixBlock(ports),
  }
}
