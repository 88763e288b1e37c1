import { parseAnyRecipient } from '../../../channels/any-recipient.js'
import { parseWriter } from '../../../channels/parse-writer.js'
import type { PhoneNumbers } from '../../../channels/ports/phone-numbers.js'
import { receivedEvents } from '../../domain/inbound/received-event.js'
import type { Suppression } from '../../../consent/domain/suppression.js'
import type { RegisteredChange } from '../../../consent/use-cases/change-consent.js'
import type { OrganizationId } from '../../../kernel/ids/id.js'
import type { Clock } from '../../../kernel/ports/clock.js'
import type { Digests } from '../../../kernel/ports/digests.js'
import type { Ids } from '../../../kernel/ports/ids.js'
import type {
  ConsentChange,
  InboundState,
  StoredInbound,
} from '../../../providers/domain/inbound/inbound-message.js'
import type { UnitOfWork } from '../../../assembly/unit-of-work.js'
import type { Act } from '../../../audit/use-cases/record-act.js'
import {
  applyConsentChange,
  endProvisional,
  makeCertain,
  personById,
  type SuppressedPerson,
  suppressedPerson,
} from './apply-consent-change.js'
import { type KeywordReply, type Replier, replyTo } from '../../domain/inbound/keyword-reply.js'
import type { OwnerFinding } from './find-owner.js'

/** A message with its Organization and its writer, as far as they are known. */
export interface FoundInbound {
  readonly message: StoredInbound
  readonly finding: OwnerFinding
  /** The writer in the form of a message's `to`. */
  readonly person: string | undefined
  /** The app that replies to its keyword; undefined: none does. */
  readonly replier: Replier | undefined
}

interface Needs {
  readonly clock: Clock
  readonly ids: Ids
  readonly digests: Digests
  readonly phoneNumbers: PhoneNumbers
}

/** The result for one message: undefined if it stays pending. */
export interface SettledInbound {
  readonly state: Exclude<InboundState, 'pending'> | undefined
  readonly acts: readonly Act[]
  /** The reply to send after the commit, if there is one. */
  readonly reply: KeywordReply | undefined
}

/** The changes of consent that a message made. */
interface AppliedWish {
  readonly acts: readonly Act[]
  /**
   * The suppression that the message added, changed, ended or made certain at its own Organization; undefined if that
   * isn't known, or if it changed none.
   */
  readonly own: Suppression | undefined
}

const NOTHING_APPLIED: AppliedWish = { acts: [], own: undefined }

const actOf = (
  { action, suppression: { suppressionId, organizationId, reason }, details }: RegisteredChange,
  { inboundId }: StoredInbound,
): Act => ({
  actor: { kind: 'system', id: 'inbound' },
  action,
  target: suppressionId,
  organizationId,
  details: { ...details, inboundId },
  reason,
})

/** The audit event of a sender that goes on hold. */
const holdOf = ({ inboundId, providerAccountId, to }: StoredInbound): Act => ({
  actor: { kind: 'system', id: 'inbound' },
  action: 'sender.hold',
  target: inboundId,
  organizationId: undefined,
  details: { providerAccountId, sender: to },
})

/** The Organizations that a consent change is for; while they aren't known, only an opt-out is for all. */
const targetsOf = (finding: OwnerFinding, { wants }: ConsentChange): readonly OrganizationId[] => {
  if (finding._tag === 'Of') return [finding.organizationId]
  return wants === 'stop' ? finding.owners : []
}

/** Applies the consent change of a person to the Organizations that it is for. */
const applyToAll = async (
  needs: Needs,
  unit: UnitOfWork,
  { message, finding }: FoundInbound,
  consentChange: ConsentChange,
  person: SuppressedPerson,
): Promise<AppliedWish> => {
  const acts: Act[] = []
  let own: Suppression | undefined
  const note = (done: RegisteredChange | undefined): void => {
    if (done !== undefined) acts.push(actOf(done, message))
  }
  const isCertain = finding._tag === 'Of'
  for (const organizationId of targetsOf(finding, consentChange)) {
    const done = await applyConsentChange(
      needs,
      unit,
      organizationId,
      message,
      consentChange,
      person,
      isCertain,
    )
    note(done)
    own = done?.suppression
  }
  if (finding._tag !== 'Of') return { acts, own: undefined }
  if (consentChange.wants !== 'stop') return { acts, own }
  own ??= await makeCertain(unit, finding.organizationId, message, person)
  for (const other of finding.owners)
    if (other !== finding.organizationId) note(await endProvisional(needs, unit, other, message, person))
  return { acts, own }
}

/** Remembers that the person opted out under their id, so that their number is suppressed once it is known. */
const rememberOptOut = async (
  { clock }: Needs,
  unit: UnitOfWork,
  { recipient: key }: SuppressedPerson,
  organizationIds: readonly OrganizationId[],
): Promise<void> => {
  const before = await unit.recipientIds.lock(key)
  const all = [...new Set([...(before?.organizationIds ?? []), ...organizationIds])]
  const record = {
    recipientIdKey: key,
    number: before?.number,
    organizationIds: all,
    learnedAtMs: clock.nowMs(),
  }
  if (before === undefined) unit.recipientIds.add(record)
  else unit.recipientIds.replace(record)
}

/** The person, also if their number became known after the message was looked up. */
const knownPerson = async (
  needs: Needs,
  unit: UnitOfWork,
  { message, person }: FoundInbound,
): Promise<string | undefined> => {
  const byId = person === undefined ? personById(needs, message) : undefined
  return byId === undefined ? person : (await unit.recipientIds.lock(byId.recipient))?.number
}

const applyWish = async (
  needs: Needs,
  unit: UnitOfWork,
  found: FoundInbound,
  consentChange: ConsentChange,
  person: string | undefined,
): Promise<AppliedWish> => {
  const countryOf = (e164: string): string | undefined => needs.phoneNumbers.countryOf(e164)
  const recipient = person === undefined ? undefined : parseAnyRecipient(person, countryOf)
  if (recipient !== undefined)
    return applyToAll(needs, unit, found, consentChange, suppressedPerson(needs, recipient))
  const byId = personById(needs, found.message)
  if (byId === undefined) return NOTHING_APPLIED
  if (consentChange.wants === 'stop')
    await rememberOptOut(needs, unit, byId, targetsOf(found.finding, consentChange))
  return applyToAll(needs, unit, found, consentChange, byId)
}

/** Puts the sender on hold if nobody can be suppressed for the opt-out, and ends the hold otherwise. */
const holdOrRelease = async (
  { clock }: Needs,
  unit: UnitOfWork,
  message: StoredInbound,
  isHeld: boolean,
): Promise<readonly Act[]> => {
  const { inboundId, providerAccountId, to: sender } = message
  const before = await unit.heldSenders.lock(inboundId)
  if (isHeld && before === undefined) {
    unit.heldSenders.add({ inboundId, providerAccountId, sender, createdAtMs: clock.nowMs() })
    return [holdOf(message)]
  }
  if (!isHeld && before !== undefined) unit.heldSenders.remove(inboundId)
  return []
}

/** Leaves the reply to a message whose Organization is known, to be sent after the commit. */
const leaveReply = (
  { ids, clock }: Needs,
  unit: UnitOfWork,
  { message, finding, replier, person }: FoundInbound,
  own: Suppression | undefined,
): KeywordReply | undefined => {
  if (finding._tag !== 'Of') return undefined
  const { organizationId } = finding
  const facts = { organizationId, replier, person, changed: own }
  const reply = replyTo(message, facts, clock.nowMs(), () => ids.next('msg'))
  if (reply !== undefined) unit.keywordReplies.add(reply)
  return reply
}

/** Leaves the events of a message whose Organization has become known. An opt-out may be settled again later. */
const leaveReceived = (unit: UnitOfWork, held: StoredInbound, finding: OwnerFinding): void => {
  if (finding._tag !== 'Of' || held.organizationId === finding.organizationId) return
  const appIds = [...new Set(finding.senders.map(({ appId }) => appId))]
  for (const event of receivedEvents(held, finding.organizationId, appIds)) unit.events.leave(event)
}

/**
 * Writes a message's Organization and writer, and applies its opt-out or opt-in, in a unit of work that is
 * exclusive if the message has one. An opt-out is never left without effect: if its Organization isn't known,
 * it counts for all that have the sender; if its writer isn't known, promotional messages of the sender are
 * on hold until a super admin decides (docs/api/delivery#inbound-messages). Undefined if another process has
 * settled the message.
 */
export const settleInbound = async (
  needs: Needs,
  unit: UnitOfWork,
  found: FoundInbound,
): Promise<SettledInbound | undefined> => {
  const { message, finding } = found
  const held = await unit.inbound.lock(message.inboundId)
  if (held?.state !== 'pending') return undefined
  const { consentChange } = held
  if (finding._tag === 'Later' && consentChange?.wants !== 'stop') return undefined
  leaveReceived(unit, held, finding)
  const person = consentChange === undefined ? found.person : await knownPerson(needs, unit, found)
  const { acts, own } =
    consentChange === undefined
      ? NOTHING_APPLIED
      : await applyWish(needs, unit, { ...found, message: held }, consentChange, person)
  if (finding._tag === 'Later') return { state: undefined, acts, reply: undefined }
  const reply = leaveReply(needs, unit, { ...found, message: held, person }, own)
  const isStop = consentChange?.wants === 'stop'
  const isOpen = isStop && (person === undefined || finding._tag !== 'Of')
  const isHeld = isStop && (person === undefined || finding.owners.length === 0)
  const task = isOpen ? 'unattributed' : held.task === 'unattributed' ? undefined : held.task
  const holding = isStop ? await holdOrRelease(needs, unit, held, isHeld) : []
  const isNamed = parseWriter(held.from ?? '', (e164) => needs.phoneNumbers.countryOf(e164)) !== undefined
  const state = finding._tag === 'Of' ? 'assigned' : 'unassigned'
  unit.inbound.replace({
    ...held,
    from: isNamed ? held.from : (person ?? held.from),
    organizationId: finding._tag === 'Of' ? finding.organizationId : undefined,
    state,
    task,
  })
  return { state, acts: [...acts, ...holding], reply }
}
