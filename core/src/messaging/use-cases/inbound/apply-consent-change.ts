import type { AnyRecipient } from '../../../channels/any-recipient.js'
import type { Digest } from '../../../kernel/digests/digest.js'
import type { OrganizationId } from '../../../kernel/ids/id.js'
import type { ConsentChange, StoredInbound } from '../../../providers/domain/inbound/inbound-message.js'
import { isLiftedBy } from '../../domain/inbound/consent-keyword.js'
import { writtenAtMs } from '../../domain/inbound/recipient-organization.js'
import { consentEvents } from '../../../consent/domain/consent-event.js'
import { recipientDigest, suppressedBy, type Suppression } from '../../../consent/domain/suppression.js'
import { E } from '../../../fp.js'
import type { Ids } from '../../../kernel/ports/ids.js'
import type { Digests } from '../../../kernel/ports/digests.js'
import type { UnitOfWork } from '../../../assembly/unit-of-work.js'

const REASON = 'They wrote so to the sender.'
/** Until the Organization is known, the reason names the message, so that the suppression can be ended. */
const provisional = ({ inboundId }: StoredInbound): string =>
  `They wrote so to a sender of several Organizations (${inboundId}).`

/** A suppression that was added or widened, or one that was removed. */
export interface AppliedConsentChange {
  readonly action: 'suppress' | 'unsuppress'
  readonly suppression: Suppression
}

interface Needs {
  readonly ids: Ids
  readonly digests: Digests
}

/** The person as the suppression list knows them. */
export interface SuppressedPerson {
  readonly recipient: Digest
  readonly maskedTo: string
}

/** A recipient of messages as the suppression list knows them. */
export const suppressedPerson = (
  { digests }: Pick<Needs, 'digests'>,
  { to, masked }: AnyRecipient,
): SuppressedPerson => ({ recipient: recipientDigest(to, digests.sha256), maskedTo: masked })

/**
 * Applies a person's opt-out or opt-in to an Organization, in an exclusive unit of work. STOP adds an opt-out;
 * START removes only an earlier opt-out. Undefined if nothing changes. `isCertain`: the Organization is known
 * to be the one that they wrote to.
 */
export const applyConsentChange = async (
  { ids }: Needs,
  unit: UnitOfWork,
  organizationId: OrganizationId,
  message: StoredInbound,
  consentChange: ConsentChange,
  { recipient, maskedTo }: SuppressedPerson,
  isCertain = true,
): Promise<AppliedConsentChange | undefined> => {
  const slot = { organizationId, recipient, source: 'opt_out' } as const
  const before = await unit.suppressions.lockSlot(slot)
  if (consentChange.wants === 'start') {
    if (before === undefined || !isLiftedBy(before, consentChange, writtenAtMs(message))) return undefined
    unit.suppressions.remove(before.suppressionId)
    for (const event of consentEvents('consent.opted_in', before)) unit.events.leave(event)
    return { action: 'unsuppress', suppression: before }
  }
  const suppression = suppressedBy(before, {
    ...slot,
    suppressionId: ids.next('sup'),
    maskedTo,
    scope: consentChange.scope,
    reason: isCertain ? REASON : provisional(message),
    createdAtMs: writtenAtMs(message),
  })
  if (E.isLeft(suppression)) return undefined
  if (before === undefined) unit.suppressions.add(suppression.right)
  else unit.suppressions.replace(suppression.right)
  for (const event of consentEvents('consent.opted_out', suppression.right)) unit.events.leave(event)
  return { action: 'suppress', suppression: suppression.right }
}

/**
 * Ends the suppression that a message caused at an Organization before it was known to be for another one.
 * Undefined if there is none.
 */
export const endProvisional = async (
  unit: UnitOfWork,
  organizationId: OrganizationId,
  message: StoredInbound,
  { recipient }: SuppressedPerson,
): Promise<AppliedConsentChange | undefined> => {
  const before = await unit.suppressions.lockSlot({ organizationId, recipient, source: 'opt_out' })
  if (before?.reason !== provisional(message)) return undefined
  unit.suppressions.remove(before.suppressionId)
  for (const event of consentEvents('consent.opted_in', before)) unit.events.leave(event)
  return { action: 'unsuppress', suppression: before }
}
