import type { OperationName } from '../../domain/operations/registry.js'
import { accessImplementations } from './access/implementations.js'
import { accountImplementations } from './account/implementations.js'
import { approvalImplementations } from './approvals/implementations.js'
import { appImplementations } from './apps/implementations.js'
import { auditImplementations } from './audit/implementations.js'
import { billingImplementations } from './billing/implementations.js'
import { bulkImplementations } from './bulk/implementations.js'
import { credentialImplementations } from './credentials/implementations.js'
import { inboundImplementations } from './inbound/implementations.js'
import { keyImplementations } from './keys/implementations.js'
import { memberImplementations } from './members/implementations.js'
import { messageImplementations } from './messages/implementations.js'
import { moneyImplementations } from './money/implementations.js'
import { organizationImplementations } from './organizations/implementations.js'
import { peopleImplementations } from './people/implementations.js'
import { platformImplementations } from './platform/implementations.js'
import { pricingImplementations } from './pricing/implementations.js'
import { providerImplementations } from './providers/implementations.js'
import type { ImplementationsOf } from './running/implementation.js'
import { startImplementations } from './start/implementations.js'
import { supportImplementations } from './support/implementations.js'
import { suppressionImplementations } from './suppressions/implementations.js'
import { testMessageImplementations } from './sandbox/implementations.js'
import { templateImplementations } from './templates/implementations.js'

/** What carries out each operation of the registry: one that nothing carries out does not compile. */
export const IMPLEMENTATIONS: ImplementationsOf<OperationName> = {
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
