import type { AuditEvent } from '../../audit/domain/audit-event.js'
import type { UnitOfWork } from '../../assembly/unit-of-work.js'
import { E } from '../../fp.js'
import type { Clock } from '../../kernel/ports/clock.js'
import type { Digests } from '../../kernel/ports/digests.js'
import type { Ids } from '../../kernel/ports/ids.js'
import type { Refusal } from '../../kernel/refusals/refusal.js'
import { consentDigest, type ConsentEntry, type ConsentSource, reportedBy } from '../domain/consent-entry.js'
import { type OptInGrant, withdrawsOptIns, withGrant } from '../domain/opt-in.js'
import { consentEvents } from '../domain/consent-event.js'
import { suppressedBy } from '../domain/suppressed-by.js'
import type { Suppression, SuppressionKey } from '../domain/suppression.js'

/** What it takes to change the consent of recipients. */
export interface ConsentNeeds {
  readonly ids: Ids
  readonly digests: Digests
  readonly clock: Clock
}

/** Why a consent changes, and when the recipient or the provider said so. */
export interface ConsentEvidence extends Pick<ConsentEntry, 'evidence' | 'givenAtMs'> {
  /** Whether the recipient may have meant another Organization: then their opt-ins stay. */
  readonly isProvisional?: boolean
}

/** A change of the suppression list, with the data for its audit event. */
export interface RegisteredChange {
  readonly action: 'suppress' | 'unsuppress'
  readonly suppression: Suppression
  readonly entry: ConsentEntry
  readonly details: AuditEvent['details']
}

/** The data with which an audit event proves an entry of the register. */
const proofOf = ({ digests }: ConsentNeeds, entry: ConsentEntry): AuditEvent['details'] => ({
  consentId: entry.consentId,
  consentDigest: consentDigest(entry, digests.sha256),
})

type EntryParts = Omit<ConsentEntry, 'consentId' | 'recordedAtMs'>

/**
 * Adds an entry to the register, in the unit of work of its change. Returns the entry, and the details that the
 * change's audit event must have.
 */
export const registerConsent = (
  needs: ConsentNeeds,
  unit: UnitOfWork,
  parts: EntryParts,
): { readonly entry: ConsentEntry; readonly details: AuditEvent['details'] } => {
  const entry = { ...parts, consentId: needs.ids.next('con'), recordedAtMs: needs.clock.nowMs() }
  unit.consents.add(entry)
  return { entry, details: proofOf(needs, entry) }
}

/** The register's entry for a suppression that begins or ends. */
const entryParts = (
  { organizationId, recipient, maskedTo, scope }: Suppression,
  kind: ConsentEntry['kind'],
  source: ConsentSource,
  { evidence, givenAtMs }: ConsentEvidence,
): EntryParts => ({
  organizationId,
  recipient,
  maskedTo,
  kind,
  source,
  scope,
  appId: undefined,
  channel: undefined,
  evidence,
  givenAtMs,
})

const changeOf = (
  needs: ConsentNeeds,
  unit: UnitOfWork,
  action: RegisteredChange['action'],
  suppression: Suppression,
  parts: EntryParts,
): RegisteredChange => {
  const { source, scope } = suppression
  const type = action === 'suppress' ? 'consent.opted_out' : 'consent.opted_in'
  for (const event of consentEvents(type, suppression)) unit.events.leave(event)
  const { entry, details } = registerConsent(needs, unit, parts)
  return { action, suppression, entry, details: { source, scope, ...details } }
}

/**
 * Suppresses a recipient and registers it, in an exclusive unit of work. An opt-out ends the recipient's recorded
 * opt-ins. Conflict if the source already suppresses this; then nothing changes.
 */
export const suppressRecipient = async (
  needs: ConsentNeeds,
  unit: UnitOfWork,
  wanted: Suppression,
  evidence: ConsentEvidence,
): Promise<E.Either<Refusal, RegisteredChange>> => {
  const before = await unit.suppressions.lockSlot(wanted)
  const suppression = suppressedBy(before, wanted)
  if (E.isLeft(suppression)) return suppression
  if (before === undefined) unit.suppressions.add(suppression.right)
  else unit.suppressions.replace(suppression.right)
  const isWithdrawal = withdrawsOptIns(wanted.source) && evidence.isProvisional !== true
  if (isWithdrawal && (await unit.optIns.lock(wanted)) !== undefined) unit.optIns.remove(wanted)
  const parts = entryParts(suppression.right, 'opt_out', reportedBy(wanted.source), evidence)
  return E.right(changeOf(needs, unit, 'suppress', suppression.right, parts))
}

/** Adds an opt-in of a recipient, in an exclusive unit of work. */
export const grantOptIn = async (
  unit: UnitOfWork,
  { organizationId, recipient }: SuppressionKey,
  grant: OptInGrant,
): Promise<void> => {
  const before = await unit.optIns.lock({ organizationId, recipient })
  const optIn = { organizationId, recipient, grants: withGrant(before?.grants ?? [], grant) }
  if (before === undefined) unit.optIns.add(optIn)
  else unit.optIns.replace(optIn)
}

/**
 * Ends a suppression because its recipient opted in again, in an exclusive unit of work, and registers it. The
 * grant is for all apps.
 */
export const endByOptIn = async (
  needs: ConsentNeeds,
  unit: UnitOfWork,
  suppression: Suppression,
  grant: OptInGrant,
  evidence: ConsentEvidence,
): Promise<RegisteredChange> => {
  unit.suppressions.remove(suppression.suppressionId)
  await grantOptIn(unit, suppression, grant)
  const parts = { ...entryParts(suppression, 'opt_in', 'recipient', evidence), channel: grant.channel }
  return changeOf(needs, unit, 'unsuppress', suppression, parts)
}

/** Ends a suppression without an opt-in, in an exclusive unit of work, and registers it. */
export const releaseRecipient = (
  needs: ConsentNeeds,
  unit: UnitOfWork,
  suppression: Suppression,
  source: ConsentSource,
  evidence: ConsentEvidence,
): RegisteredChange => {
  unit.suppressions.remove(suppression.suppressionId)
  return changeOf(
    needs,
    unit,
    'unsuppress',
    suppression,
    entryParts(suppression, 'release', source, evidence),
  )
}
