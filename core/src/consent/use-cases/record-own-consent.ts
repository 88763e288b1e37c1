import type { AuditEvent } from '../../audit/domain/audit-event.js'
import type { UnitOfWork } from '../../assembly/unit-of-work.js'
import { E } from '../../fp.js'
import type { Digest } from '../../kernel/digests/digest.js'
import { consentEvents } from '../domain/consent-event.js'
import type { ConsentEntry } from '../domain/consent-entry.js'
import { type OptInGrant, optInProblem } from '../domain/opt-in.js'
import type { Suppression } from '../domain/suppression.js'
import { type ConsentNeeds, grantOptIn, registerConsent, suppressRecipient } from './change-consent.js'

/** A consent that an Organization records for a recipient. */
export interface OwnConsent {
  readonly organizationId: ConsentEntry['organizationId']
  readonly kind: 'opt_in' | 'opt_out'
  readonly scope: ConsentEntry['scope']
  /** The messages that an opt-in is for. */
  readonly grant: OptInGrant
  readonly evidence: string
  readonly givenAtMs: ConsentEntry['givenAtMs']
}

/** A recipient as the suppression list knows them. */
interface Person {
  readonly recipient: Digest
  readonly maskedTo: string
}

/** A registered consent, with the details of its audit event. */
export interface RecordedConsent {
  readonly entry: ConsentEntry
  readonly details: AuditEvent['details']
}

/** Why the opt-in of the recipient can't be recorded; undefined if it can. */
export const optInObstacle = async (
  unit: UnitOfWork,
  { organizationId, grant, scope }: OwnConsent,
  { recipient }: Person,
): Promise<string | undefined> => {
  for (const suppression of await unit.suppressions.lockAllOf({ organizationId, recipient })) {
    const problem = optInProblem(suppression, grant, scope)
    if (problem !== undefined) return problem
  }
  return undefined
}

const register = (
  needs: ConsentNeeds,
  unit: UnitOfWork,
  { organizationId, kind, scope, grant, evidence, givenAtMs }: OwnConsent,
  { recipient, maskedTo }: Person,
): RecordedConsent => {
  const { appId, channel } = grant
  const base = { organizationId, recipient, maskedTo, kind, scope, appId, channel, evidence, givenAtMs }
  const { entry, details } = registerConsent(needs, unit, { ...base, source: 'organization' })
  return { entry, details: { kind, scope, ...details } }
}

/**
 * Records an opt-in without an {@link optInObstacle}, in an exclusive unit of work: it ends the opt-out that the
 * Organization recorded. Suppressions of other sources stay.
 */
export const recordOptIn = async (
  needs: ConsentNeeds,
  unit: UnitOfWork,
  consent: OwnConsent,
  person: Person,
): Promise<RecordedConsent> => {
  const key = { organizationId: consent.organizationId, recipient: person.recipient }
  const own = await unit.suppressions.lockSlot({ ...key, source: 'organization' })
  if (own !== undefined) {
    unit.suppressions.remove(own.suppressionId)
    for (const event of consentEvents('consent.opted_in', own)) unit.events.leave(event)
  }
  await grantOptIn(unit, key, consent.grant)
  return register(needs, unit, consent, person)
}

/** Records an opt-out, in an exclusive unit of work: it suppresses the recipient and ends their opt-ins. */
export const recordOptOut = async (
  needs: ConsentNeeds,
  unit: UnitOfWork,
  consent: OwnConsent,
  person: Person,
): Promise<RecordedConsent> => {
  const { organizationId, scope, evidence, givenAtMs } = consent
  const wanted: Suppression = {
    ...person,
    suppressionId: needs.ids.next('sup'),
    organizationId,
    source: 'organization',
    scope,
    reason: evidence,
    createdAtMs: givenAtMs,
  }
  const suppressed = await suppressRecipient(needs, unit, wanted, { evidence, givenAtMs })
  // The recipient was suppressed before; the register has what was said again.
  return E.isLeft(suppressed) ? register(needs, unit, consent, person) : suppressed.right
}
