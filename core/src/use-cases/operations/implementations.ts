import type { Ports } from '../../ports/ports.js'
import { accountImplementations, type PlatformDefaults } from './account/account.js'
import { adminOrganizationImplementations } from './organizations/organizations.js'
import { adminPeopleImplementations } from './people/people.js'
import { adminProviderImplementations } from './providers/provider-accounts.js'
import { adminSupportImplementations } from './support/operators.js'
import { adminSwitchImplementations } from './providers/kill-switches.js'
import { appImplementations } from './apps/apps.js'
import { approvalImplementations } from './approvals/approvals.js'
import { attachmentImplementations } from './support/attachments.js'
import { balanceImplementations } from './money/balance-proposals.js'
import { chatImplementations } from './support/chats.js'
import { credentialImplementations } from './credentials/credentials.js'
import type { Implementations } from './running/implementation.js'
import { keyImplementations } from './keys/agent-keys.js'
import { listAuditEvents } from './audit/list-audit-events.js'
import { memberImplementations } from './members/members.js'
import { messageImplementations } from './messages/list-customer-message-history.js'
import { moneyImplementations } from './money/balances-and-budgets.js'
import { placeImplementations } from './apps/brands-and-projects.js'
import { platformImplementations, type PlatformOffer } from './platform/platform.js'
import { reconciliationImplementations } from './money/reconciliation.js'
import { pricingImplementations } from './pricing/prices.js'
import { restorationImplementations } from './platform/restoration.js'
import { templateReviewImplementations } from './templates/review.js'
import { templateImplementations } from './templates/drafts.js'
import { ticketImplementations } from './support/tickets.js'
import { truthDecisions } from './messages/decisions.js'
import { truthReadings } from './messages/readings.js'

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
