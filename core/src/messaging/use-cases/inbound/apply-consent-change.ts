import { parseAnyRecipient } from '../../../channels/any-recipient.js'
import type { OrganizationId } from '../../../kernel/ids/id.js'
import type { StoredInbound } from '../../../providers/domain/inbound/inbound-message.js'
import { isLiftedBy } from '../../domain/inbound/consent-keyword.js'
import { writtenAtMs } from '../../domain/inbound/recipient-organization.js'
import { recipientDigest, suppressedBy, type Suppression } from '../../../consent/domain/suppression.js'
import { spellingsOf } from '../../../consent/domain/recipient-spellings.js'
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

/** The writer as a recipient: by any spelling of their number, else as the recipient of what they reply to. */
const writerOf = (
  { phoneNumbers }: Pick<Needs, 'phoneNumbers'>,
  { from }: StoredInbound,
  answeredTo: string | undefined,
) => {
  const parsed = (to: string) => parseAnyRecipient(to, (e164) => phoneNumbers.countryOf(e164))
  const candidates = [...(from === undefined ? [] : spellingsOf(from)), answeredTo]
  for (const candidate of candidates) {
    const recipient = candidate === undefined ? undefined : parsed(candidate)
    if (recipient !== undefined) return recipient
  }
  return undefined
}

/**
 * Applies a writer's opt-out or opt-in to an Organization, in an exclusive unit of work. STOP adds an
 * opt-out; START removes only an earlier opt-out. `answeredTo` is the recipient of our message that it
 * replies to: the writer, if the provider doesn't give a number that can be read. Undefined if nothing
 * changes.
 */
export const applyConsentChange = async (
  { ids, digests, phoneNumbers }: Needs,
  unit: UnitOfWork,
  organizationId: OrganizationId,
  message: StoredInbound,
  answeredTo?: string,
): Promise<AppliedConsentChange | undefined> => {
  const { consentChange } = message
  const recipient = writerOf({ phoneNumbers }, message, answeredTo)
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
