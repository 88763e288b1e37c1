import type { AnyRecipient } from '../../../channels/any-recipient.js'
import type { Digest } from '../../../kernel/digests/digest.js'
import type { OrganizationId } from '../../../kernel/ids/id.js'
import type { ConsentChange, StoredInbound } from '../../../providers/domain/inbound/inbound-message.js'
import { isLiftedBy } from '../../domain/inbound/consent-keyword.js'
import { writtenAtMs } from '../../domain/inbound/recipient-organization.js'
import { GENERAL_GRANT } from '../../../consent/domain/opt-in.js'
import { maskedUserId, recipientIdKey } from '../../../consent/domain/recipient-id.js'
import { recipientDigest, type Suppression } from '../../../consent/domain/suppression.js'
import {
  type ConsentEvidence,
  type ConsentNeeds,
  endByOptIn,
  type RegisteredChange,
  releaseRecipient,
  suppressRecipient,
} from '../../../consent/use-cases/change-consent.js'
import { E } from '../../../fp.js'
import type { Digests } from '../../../kernel/ports/digests.js'
import type { UnitOfWork } from '../../../assembly/unit-of-work.js'

const REASON = 'They wrote so to the sender.'
const PROVISIONAL = 'They wrote so to a sender of several Organizations'
/** Until the Organization is known, the reason names the message, so that the suppression can be ended. */
const provisional = ({ inboundId }: StoredInbound): string => `${PROVISIONAL} (${inboundId}).`

/** The reason of an opt-out. An earlier one that is certain keeps its reason, so that it doesn't end with the message. */
const reasonOf = (message: StoredInbound, isCertain: boolean, before: Suppression | undefined): string => {
  if (isCertain) return REASON
  return before === undefined || before.reason.startsWith(PROVISIONAL) ? provisional(message) : before.reason
}

const MOST_QUOTED = 60

/** The message as evidence for the consent register. Its words are kept, because the message isn't. */
const evidenceOf = (message: StoredInbound): ConsentEvidence => ({
  evidence: `${[...message.text].slice(0, MOST_QUOTED).join('')} (${message.inboundId})`.trim(),
  givenAtMs: writtenAtMs(message),
})

/** The person as the suppression list knows them. */
export interface SuppressedPerson {
  readonly recipient: Digest
  readonly maskedTo: string
}

/** A recipient of messages as the suppression list knows them. */
export const suppressedPerson = (
  { digests }: { readonly digests: Digests },
  { to, masked }: AnyRecipient,
): SuppressedPerson => ({ recipient: recipientDigest(to, digests.sha256), maskedTo: masked })

/** The person behind a vendor's id, as the suppression list knows them while their number isn't known. */
export const personById = (
  { digests }: { readonly digests: Digests },
  { providerAccountId, userId }: Pick<StoredInbound, 'providerAccountId' | 'userId'>,
): SuppressedPerson | undefined =>
  userId === undefined
    ? undefined
    : {
        recipient: recipientIdKey(providerAccountId, userId, digests.sha256),
        maskedTo: maskedUserId(userId),
      }

/**
 * Applies a person's opt-out or opt-in to an Organization, in an exclusive unit of work. STOP adds an opt-out;
 * START removes only an earlier opt-out, and is an opt-in then. Undefined if nothing changes. `isCertain`: the
 * Organization is known to be the one that they wrote to.
 */
export const applyConsentChange = async (
  needs: ConsentNeeds,
  unit: UnitOfWork,
  organizationId: OrganizationId,
  message: StoredInbound,
  consentChange: ConsentChange,
  { recipient, maskedTo }: SuppressedPerson,
  isCertain = true,
): Promise<RegisteredChange | undefined> => {
  const slot = { organizationId, recipient, source: 'opt_out' } as const
  const before = await unit.suppressions.lockSlot(slot)
  if (consentChange.wants === 'start') {
    if (before === undefined || !isLiftedBy(before, consentChange, writtenAtMs(message))) return undefined
    // Only WhatsApp's own preferences are about promotions alone.
    const grant = consentChange.scope === 'promotional' ? ({ channel: 'whatsapp' } as const) : GENERAL_GRANT
    return endByOptIn(needs, unit, before, grant, evidenceOf(message))
  }
  const wanted = {
    ...slot,
    suppressionId: needs.ids.next('sup'),
    maskedTo,
    scope: consentChange.scope,
    reason: reasonOf(message, isCertain, before),
    createdAtMs: writtenAtMs(message),
  }
  const evidence = { ...evidenceOf(message), isProvisional: !isCertain }
  const suppressed = await suppressRecipient(needs, unit, wanted, evidence)
  return E.isLeft(suppressed) ? undefined : suppressed.right
}

/**
 * Makes an opt-out certain that a message caused at an Organization before it was known to be the right one: it also
 * ends the recipient's opt-ins there. Undefined if there is none.
 */
export const makeCertain = async (
  unit: UnitOfWork,
  organizationId: OrganizationId,
  message: StoredInbound,
  { recipient }: SuppressedPerson,
): Promise<Suppression | undefined> => {
  const before = await unit.suppressions.lockSlot({ organizationId, recipient, source: 'opt_out' })
  if (before?.reason !== provisional(message)) return undefined
  const certain = { ...before, reason: REASON }
  unit.suppressions.replace(certain)
  if ((await unit.optIns.lock(certain)) !== undefined) unit.optIns.remove(certain)
  return certain
}

/**
 * Ends the suppression that a message caused at an Organization before it was known to be for another one.
 * Undefined if there is none.
 */
export const endProvisional = async (
  needs: ConsentNeeds,
  unit: UnitOfWork,
  organizationId: OrganizationId,
  message: StoredInbound,
  { recipient }: SuppressedPerson,
): Promise<RegisteredChange | undefined> => {
  const before = await unit.suppressions.lockSlot({ organizationId, recipient, source: 'opt_out' })
  if (before?.reason !== provisional(message)) return undefined
  return releaseRecipient(needs, unit, before, 'recipient', evidenceOf(message))
}
