import { attemptsSound } from '../../../messaging/domain/dispatch/attempts-sound.js'
import type { Attempt } from '../../../providers/domain/calls/attempt.js'
import { accountKey } from '../../../ledger/domain/account.js'
import type { LedgerEvent } from '../../../ledger/domain/ledger-event.js'
import { phaseOf } from '../../../ledger/domain/ledger-event.js'
import { isAmount } from '../../../kernel/money/money.js'
import { type Challenge, MAX_ATTEMPTS_AT_CODE } from '../../../otp/domain/challenge.js'
import type { Receipt } from '../../../providers/domain/receipts/receipt.js'
import type { Environment } from '../../../tenancy/domain/records.js'
import type { EpochMs } from '../../../kernel/time/epoch-ms.js'
import type { Message } from '../../../messaging/domain/messages/message.js'
import { isOpenState, type MessageState } from '../../../kernel/messages/message-state.js'
import { isMask } from '../../../kernel/messages/sealed-variables.js'

/** The invariants (docs/promises#invariants) that a single message can break. */
export type MessageInvariant = 'M-4' | 'M-5' | 'M-6' | 'M-8' | 'I-1' | 'D-1' | 'D-2' | 'O-1' | 'O-2' | 'O-5'

/** All records about one message; see the port EvidenceStorage. */
export interface MessageFacts {
  readonly message: Message
  readonly attempts: readonly Attempt[]
  readonly events: readonly LedgerEvent[]
  readonly receipts: readonly Receipt[]
  readonly keys: readonly string[]
  readonly dueAtMs: number | undefined
  /** The challenge of its OTP, if it carries one. */
  readonly challenge: Challenge | undefined
  readonly unitAmountMinor: number | undefined
  /** The environment of its app; undefined: the app doesn't exist. */
  readonly appEnvironment: Environment | undefined
}

/** A broken invariant, described in a sentence. */
export interface Violation {
  readonly invariant: string
  readonly subject: string
  readonly finding: string
}

type Finding = readonly [MessageInvariant, string]

/** Whether money may still be held: no provider has responded yet, or a delivery report is expected. */
const mayStillMove = (state: MessageState): boolean => isOpenState(state) || state === 'SUBMITTED'

const moneyFindings = ({ message, events }: MessageFacts): readonly Finding[] => {
  const reservations = events.filter(({ type }) => phaseOf(type) === 1)
  const closings = events.filter(({ type }) => phaseOf(type) === 2)
  const [reservation] = reservations
  const [closing] = closings
  const findings: Finding[] = []
  if (reservations.length !== 1) findings.push(['M-4', `has ${reservations.length} reservations`])
  if (closings.length > 1) findings.push(['M-4', `was closed ${closings.length} times`])
  if ((closing === undefined) !== (message.billing === 'provisional')) {
    findings.push(['M-4', `billing is ${message.billing} with ${closings.length} closings`])
  }
  if (message.billing === 'provisional' && !mayStillMove(message.state))
    findings.push(['M-4', `is ${message.state}, but its money is still reserved`])
  if (closing === undefined || reservation === undefined) return findings
  const expected = message.billing === 'settled' ? 'settlement' : 'release'
  if (closing.type !== expected)
    findings.push(['M-4', `billing is ${message.billing}, but the ledger has a ${closing.type}`])
  if (closing.amountMinor !== reservation.amountMinor)
    findings.push(['M-4', 'was closed with a different amount than reserved'])
  const isRelated =
    closing.relatedEntryId === reservation.entryId && accountKey(closing) === accountKey(reservation)
  if (!isRelated) findings.push(['M-4', 'its closing does not refer to its reservation'])
  return findings
}

/** A message is paid from the account of its environment, which must be its app's environment. */
const payerFindings = ({ message, events, appEnvironment }: MessageFacts): readonly Finding[] => {
  const findings: Finding[] = []
  const { organizationId, environment, charge } = message
  const payer = accountKey({ organizationId, environment, currency: charge.currency })
  if (events.some((event) => accountKey(event) !== payer))
    findings.push(['M-8', `its money is not in ${payer}, which pays for it`])
  if (appEnvironment !== undefined && environment !== appEnvironment)
    findings.push(['M-8', `is in ${environment}, but its app is in ${appEnvironment}`])
  return findings
}

/** Whether there was evidence at that time that a provider had the message. */
const hadEvidence = ({ attempts, receipts }: MessageFacts, atMs: EpochMs): boolean =>
  attempts.some(({ phase, endedAtMs }) => phase === 'accepted' && (endedAtMs ?? 0) <= atMs) ||
  receipts.some(({ state, receivedAtMs }) => state === 'applied' && receivedAtMs <= atMs)

const evidenceFindings = (facts: MessageFacts): readonly Finding[] => {
  const { billing, charge } = facts.message
  if (billing === 'settled' && !hadEvidence(facts, Infinity)) return [['M-5', 'was settled without evidence']]
  const releasedAtMs = facts.events.find(({ type }) => type === 'release')?.occurredAtMs
  const wronglyReleased =
    charge.chargeOn === 'submitted' && releasedAtMs !== undefined && hadEvidence(facts, releasedAtMs)
  return wronglyReleased ? [['M-5', 'was released although a provider accepted it']] : []
}

const priceFindings = ({ message, events, unitAmountMinor }: MessageFacts): readonly Finding[] => {
  const reserved = events.find(({ type }) => type === 'reservation')?.amountMinor
  const priced = unitAmountMinor === undefined ? undefined : unitAmountMinor * message.units
  if (reserved === undefined) return []
  return isAmount(reserved) && reserved === priced && reserved === message.charge.amountMinor
    ? []
    : [
        [
          'M-6',
          `reserved ${reserved}, charged ${message.charge.amountMinor}, priced ${priced ?? 'not at all'}`,
        ],
      ]
}

const deliveryFindings = ({ message, attempts, dueAtMs, keys }: MessageFacts): readonly Finding[] => {
  const findings: Finding[] = []
  if (keys.length > 1) findings.push(['I-1', `${keys.length} keys point to it`])
  const isHeld = message.state === 'SUBMITTED' && message.billing === 'provisional'
  if ((isOpenState(message.state) || isHeld) && dueAtMs === undefined)
    findings.push(['D-1', `is ${message.state}, but is not scheduled`])
  return attemptsSound(message, attempts)
    ? findings
    : [...findings, ['D-2', 'was accepted in more than one attempt']]
}

/** The problem with the challenge's success, or with traces of a success that didn't happen. */
const successFinding = ({ state, attempts, verifiedAtMs, expiresAtMs }: Challenge): string | undefined => {
  if (state !== 'VERIFIED')
    return verifiedAtMs === undefined ? undefined : `its challenge is ${state}, but has a time of success`
  if (attempts < 1) return 'its challenge was verified without an attempt'
  const isInTime = verifiedAtMs !== undefined && verifiedAtMs < expiresAtMs
  return isInTime ? undefined : 'its challenge was verified outside its validity'
}

const challengeFindings = (message: Message, challenge: Challenge): readonly Finding[] => {
  const { attempts } = challenge
  const isBound =
    challenge.messageId === message.messageId &&
    challenge.organizationId === message.organizationId &&
    challenge.appId === message.appId &&
    challenge.channel === message.channel
  const findings: Finding[] = []
  if (!isBound) findings.push(['O-1', 'its challenge is of another message, Organization, app or channel'])
  const success = successFinding(challenge)
  if (success !== undefined) findings.push(['O-1', success])
  if (attempts > MAX_ATTEMPTS_AT_CODE)
    findings.push(['O-2', `${attempts} codes were tried for its challenge`])
  return findings
}

/**
 * An OTP must not be readable anywhere: stored texts have asterisks instead, and sealed values are erased
 * once they aren't needed.
 */
const secrecyFindings = ({ message, challenge }: MessageFacts): readonly Finding[] => {
  const findings: Finding[] = []
  if (message.sealedVariables !== undefined && message.state !== 'ACCEPTED')
    findings.push(['O-5', `is ${message.state}, but its encrypted values are still stored`])
  if (challenge !== undefined && !Object.values(message.variables).some(isMask))
    findings.push(['O-5', 'contains an OTP, but none of its variables is masked'])
  return findings
}

const otpFindings = (facts: MessageFacts): readonly Finding[] => {
  const { message, challenge } = facts
  const secrecy = secrecyFindings(facts)
  return challenge === undefined ? secrecy : [...challengeFindings(message, challenge), ...secrecy]
}

/** Every invariant that these facts break; empty if all hold. */
export const messageViolations = (facts: MessageFacts): readonly Violation[] =>
  [
    ...moneyFindings(facts),
    ...payerFindings(facts),
    ...evidenceFindings(facts),
    ...priceFindings(facts),
    ...deliveryFindings(facts),
    ...otpFindings(facts),
  ].map(([invariant, finding]) => ({ invariant, subject: facts.message.messageId, finding }))
