import type { OPERATIONS } from './registry.js'
import { accessImplementations } from '../identity/operations/access/operations.js'
import { accountImplementations } from '../tenancy/operations/account/operations.js'
import { approvalImplementations } from '../approvals/operations/operations.js'
import { appImplementations } from '../tenancy/operations/apps/operations.js'
import { auditImplementations } from '../audit/operations/operations.js'
import { billingImplementations } from '../ledger/operations/billing/operations.js'
import { bulkImplementations } from '../bulk/operations/operations.js'
import { credentialImplementations } from '../identity/operations/credentials/operations.js'
import { erasureImplementations } from '../messaging/operations/erasure/operations.js'
import { inboundImplementations } from '../messaging/operations/inbound/operations.js'
import { keyImplementations } from '../identity/operations/keys/operations.js'
import { memberImplementations } from '../tenancy/operations/members/operations.js'
import { messageImplementations } from '../messaging/operations/messages/operations.js'
import { moneyImplementations } from '../ledger/operations/money/operations.js'
import { organizationImplementations } from '../tenancy/operations/organizations/operations.js'
import { numberImplementations } from '../tenancy/operations/numbers/operations.js'
import { senderImplementations } from '../tenancy/operations/senders/operations.js'
import { peopleImplementations } from '../identity/operations/people/operations.js'
import { platformImplementations } from '../platform/operations/operations.js'
import { pricingImplementations } from '../ledger/operations/pricing/operations.js'
import { providerImplementations } from '../providers/operations/operations.js'
import type { ImplementationsOf } from '../runner/use-cases/implementation.js'
import { startImplementations } from '../setup/operations/operations.js'
import { supportImplementations } from '../support/operations/operations.js'
import { suppressionImplementations } from '../consent/operations/operations.js'
import { testMessageImplementations } from '../messaging/operations/sandbox/operations.js'
import { templateImplementations } from '../templates/operations/operations.js'
import { webhookImplementations } from '../webhooks/operations/operations.js'

/** The implementation of each operation of the registry; a missing one is a compile error. */
export const IMPLEMENTATIONS: ImplementationsOf<typeof OPERATIONS> = {
  ...accountImplementations,
  ...memberImplementations,
  ...appImplementations,
  ...credentialImplementations,
  ...webhookImplementations,
  ...moneyImplementations,
  ...billingImplementations,
  ...templateImplementations,
  ...messageImplementations,
  ...testMessageImplementations,
  ...bulkImplementations,
  ...supportImplementations,
  ...suppressionImplementations,
  ...inboundImplementations,
  ...erasureImplementations,
  ...platformImplementations,
  ...keyImplementations,
  ...pricingImplementations,
  ...approvalImplementations,
  ...organizationImplementations,
  ...senderImplementations,
  ...numberImplementations,
  ...providerImplementations,
  ...auditImplementations,
  ...peopleImplementations,
  ...accessImplementations,
  ...startImplementations,
}
