import type { Ports } from './ports/ports.js'
import { creditAccount } from './use-cases/accounts/credit-account.js'
import { getBalance } from './use-cases/accounts/get-balance.js'
import { listUsage } from './use-cases/accounts/list-usage.js'
import { catalogCache } from './use-cases/catalog/catalog-cache.js'
import { authentication } from './use-cases/credentials/authentication.js'
import { checkCredential } from './use-cases/credentials/check-credential.js'
import { issueCredential } from './use-cases/credentials/issue-credential.js'
import { dispatching } from './use-cases/dispatch/dispatching.js'
import { DEFAULT_RELAY_LIMITS, type RelayLimits } from './use-cases/dispatch/relay.js'
import { reconcile } from './use-cases/ledger/reconcile.js'
import { verifyLedger } from './use-cases/ledger/verify-ledger.js'
import {
  type AcceptanceLimits,
  acceptMessage,
  DEFAULT_ACCEPTANCE_LIMITS,
} from './use-cases/messages/accept-message.js'
import { findMessage } from './use-cases/messages/find-message.js'
import { lookUpMessages } from './use-cases/messages/look-up-messages.js'
import { checkReadiness } from './use-cases/status/check-readiness.js'
import { provisionTenant } from './use-cases/tenancy/provision-tenant.js'
import { checkInvariants } from './use-cases/verification/check-invariants.js'

/** Numbers that an embedder may want otherwise; each has a default with its reason beside it. */
export interface Limits {
  readonly acceptance?: AcceptanceLimits
  readonly relay?: RelayLimits
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
  const acceptance = limits.acceptance ?? DEFAULT_ACCEPTANCE_LIMITS
  const relay = limits.relay ?? DEFAULT_RELAY_LIMITS
  return {
    authenticate: auth.authenticate,
    checkCredential: checkCredential(ports, auth),
    acceptMessage: acceptMessage({ ...ports, limits: acceptance }, auth, catalogs),
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
  }
}
