import type { OPERATIONS } from './registry.js'
import { accessImplementations } from '../identity/operations/access/implementations.js'
import { accountImplementations } from '../tenancy/operations/account/implementations.js'
import { approvalImplementations } from '../approvals/operations/implementations.js'
import { appImplementations } from '../tenancy/operations/apps/implementations.js'
import { auditImplementations } from '../audit/operations/implementations.js'
import { billingImplementations } from '../ledger/operations/billing/implementations.js'
import { bulkImplementations } from '../bulk/operations/implementations.js'
import { credentialImplementations } from '../identity/operations/credentials/implementations.js'
import { inboundImplementations } from '../messaging/operations/inbound/implementations.js'
import { keyImplementations } from '../identity/operations/keys/implementations.js'
import { memberImplementations } from '../tenancy/operations/members/implementations.js'
import { messageImplementations } from '../messaging/operations/messages/implementations.js'
import { moneyImplementations } from '../ledger/operations/money/implementations.js'
import { organizationImplementations } from '../tenancy/operations/organizations/implementations.js'
import { peopleImplementations } from '../identity/operations/people/implementations.js'
import { platformImplementations } from '../platform/operations/implementations.js'
import { pricingImplementations } from '../ledger/operations/pricing/implementations.js'
import { providerImplementations } from '../providers/operations/implementations.js'
import type { ImplementationsOf } from '../runner/use-cases/implementation.js'
import { startImplementations } from '../setup/operations/implementations.js'
import { supportImplementations } from '../support/operations/implementations.js'
import { suppressionImplementations } from '../consent/operations/implementations.js'
import { testMessageImplementations } from '../messaging/operations/sandbox/implementations.js'
import { templateImplementations } from '../templates/operations/implementations.js'

/** What carries out each operation of the registry: one that nothing carries out does not compile. */
export const IMPLEMENTATIONS: ImplementationsOf<typeof OPERATIONS> = {
  ...accountImplementations,
  ...memberImplementations,
  ...appImplementations,
  ...credentialImplementations,
  ...moneyImplementations,
  ...billingImplementations,
  ...templateImplementations,
  ...messageImplementations,
  ...testMessageImplementations,
  ...bulkImplementations,
  ...supportImplementations,
  ...suppressionImplementations,
  ...inboundImplementations,
  ...platformImplementations,
  ...keyImplementations,
  ...pricingImplementations,
  ...approvalImplementations,
  ...organizationImplementations,
  ...providerImplementations,
  ...auditImplementations,
  ...peopleImplementations,
  ...accessImplementations,
  ...startImplementations,
}
