import type { Ports } from '../../ports/ports.js'
import { accountImplementations, type PlatformDefaults } from './account-implementations.js'
import { adminOrganizationImplementations } from './admin-organization-implementations.js'
import { adminPeopleImplementations } from './admin-people-implementations.js'
import { adminProviderImplementations } from './admin-provider-implementations.js'
import { adminSupportImplementations } from './admin-support-implementations.js'
import { adminSwitchImplementations } from './admin-switch-implementations.js'
import { appImplementations } from './app-implementations.js'
import { approvalImplementations } from './approval-implementations.js'
import { attachmentImplementations } from './attachment-implementations.js'
import { balanceImplementations } from './balance-implementations.js'
import { chatImplementations } from './chat-implementations.js'
import { credentialImplementations } from './credential-implementations.js'
import type { Implementations } from './implementation.js'
import { keyImplementations } from './key-implementations.js'
import { listAuditEvents } from './list-audit-events.js'
import { memberImplementations } from './member-implementations.js'
import { messageImplementations } from './message-implementations.js'
import { moneyImplementations } from './money-implementations.js'
import { placeImplementations } from './place-implementations.js'
import { platformImplementations, type PlatformOffer } from './platform-implementations.js'
import { reconciliationImplementations } from './reconciliation-implementations.js'
import { pricingImplementations } from './pricing-implementations.js'
import { restorationImplementations } from './restoration-implementations.js'
import { templateReviewImplementations } from './template-review-implementations.js'
import { templateImplementations } from './template-implementations.js'
import { ticketImplementations } from './ticket-implementations.js'
import { truthDecisions } from './truth-decisions.js'
import { truthReadings } from './truth-readings.js'

/** What carries out each operation of the registry: one that nothing carries out does not compile. */
export const implementations = (
  ports: Ports,
  platform: PlatformDefaults & PlatformOffer,
): Implementations => ({
  ...accountImplementations(ports, platform),
  ...memberImplementations(ports),
  ...appImplementations(ports),
  ...placeImplementations(ports),
  ...credentialImplementations(ports),
  ...moneyImplementations(ports),
  ...templateImplementations(ports),
  ...messageImplementations(ports),
  ...chatImplementations(ports),
  ...ticketImplementations(ports),
  ...attachmentImplementations(ports),
  ...platformImplementations(ports, platform),
  ...keyImplementations(ports),
  ...truthReadings(ports),
  ...truthDecisions(ports),
  ...reconciliationImplementations(ports),
  ...pricingImplementations({ ...ports, ...platform }),
  ...balanceImplementations({ ...ports, ...platform }),
  ...approvalImplementations(ports),
  ...adminOrganizationImplementations(ports),
  ...adminProviderImplementations(ports),
  ...adminSwitchImplementations(ports),
  ...adminSupportImplementations(ports),
  ...adminPeopleImplementations(ports),
  ...restorationImplementations(ports),
  listAuditEvents: listAuditEvents(ports),
  ...templateReviewImplementations(ports),
})
