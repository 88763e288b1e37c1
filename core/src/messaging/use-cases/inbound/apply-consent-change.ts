import { parseAnyRecipient } from '../../../channels/any-recipient.js'
import type { OrganizationId } from '../../../kernel/ids/id.js'
import type { StoredInbound } from '../../../providers/domain/inbound/inbound-message.js'
import { isLiftedBy } from '../../domain/inbound/consent-keyword.js'
import { writtenAtMs } from '../../domain/inbound/recipient-organization.js'
import { recipientDigest, suppressedBy, type Suppression } from '../../../consent/domain/suppression.js'
import { E } from '../../../fp.js'
import type { Ids } from '../../../kernel/ports/ids.js'
import type { Digests } from '../../../kernel/ports/digests.js'
import type { PhoneNumbers } from '../../../channels/ports/phone-numbers.js'
import type { UnitOfWork } from '../../../assembly/unit-of-work.js'

const REASON = 'The recipient asked for it in a message.'

/** A suppression that was added or widened, or one that was removed. */
export interface AppliedConsentChange {
  readonly action: 'suppress' | 'unsuppress'
  readonly suppression: Suppression
}

interface Needs {
  readonly ids: Ids
  readonly digests: Digests
  readonly phoneNumbers: PhoneNumbers
}

/**
 * Applies a writer's opt-out or opt-in to an Organization, in an exclusive unit of work. STOP adds an
 * opt-out; START removes only an earlier opt-out. Undefined if nothing changes.
 */
export const applyConsentChange = async (
  { ids, digests, phoneNumbers }: Needs,
  unit: UnitOfWork,
  organizationId: OrganizationId,
  message: StoredInbound,
): Promise<AppliedConsentChange | undefined> => {
  const { consentChange, from = '' } = message
  const recipient = parseAnyRecipient(from, (e164) => phoneNumbers.countryOf(e164))
  if (consentChange === undefined || recipient === undefined) return undefined
  const slot = {
    organizationId,
    recipient: recipientDigest(recipient.to, digests.sha256),
    source: 'opt_out',
  } as const
  const before = await unit.suppressions.lockSlot(slot)
  if (consentChange.wants === 'start') {
    if (before === undefined || !isLiftedBy(before, consentChange, writtenAtMs(message))) return undefined
    unit.suppressions.remove(before.suppressionId)
    return { action: 'unsuppress', suppression: before }
  }
  const suppression = suppressedBy(before, {
    ...slot,
    suppressionId: ids.next('sup'),
    maskedTo: recipient.masked,
    scope: consentChange.scope,
    reason: REASON,
    createdAtMs: writtenAtMs(message),
  })
  if (E.isLeft(suppression)) return undefined
  if (before === undefined) unit.suppressions.add(suppression.right)
  else unit.suppressions.replace(suppression.right)
  return { action: 'suppress', suppression: suppression.right }
}
