import type { MessageId } from '../../kernel/ids/id.js'
import type { Lane } from '../../kernel/messages/lane.js'
import { type Refusal, refusalSaying } from '../../kernel/refusals/refusal.js'
import { isoTime } from '../../kernel/time/epoch-ms.js'
import { CONFIRMATION_CLASS, coversClass, coversScope } from './opt-out-policy.js'
import {
  confirmationOf,
  type Suppression,
  suppressionEnder,
  type SuppressionKey,
  suppressionKey,
  type SuppressionScope,
  type SuppressionSource,
} from './suppression.js'

/** The parts of a suppression that decide on a send. */
type SuppressionParts = Pick<Suppression, 'suppressionId' | 'maskedTo' | 'source' | 'scope' | 'createdAtMs'>

/** The suppression that decides on a send and explains the decision. */
export interface AppliedSuppression extends Omit<SuppressionParts, 'suppressionId'> {
  /**
   * The confirmation of the recipient's opt-out, which isn't stopped. Undefined if there is none, or if another
   * suppression stops it.
   */
  readonly confirmation: MessageId | undefined
}

/** The confirmation that may still be sent: only of an opt-out, and only if nothing else stops it. */
const confirmationAmong = (all: readonly SuppressionParts[]): MessageId | undefined => {
  const [only, ...others] = all.filter(({ scope }) => coversClass(scope, CONFIRMATION_CLASS))
  return only?.source === 'opt_out' && others.length === 0 ? confirmationOf(only.suppressionId) : undefined
}

/** Whether the first suppression is wider, or as wide and older. */
const goesBefore = (one: SuppressionParts, other: SuppressionParts): boolean =>
  !coversScope(other.scope, one.scope) || (one.scope === other.scope && one.createdAtMs < other.createdAtMs)

const appliedAmong = (first: SuppressionParts, all: readonly SuppressionParts[]): AppliedSuppression => {
  const widest = all.reduce((before, one) => (goesBefore(one, before) ? one : before), first)
  const { maskedTo, source, scope, createdAtMs } = widest
  return { maskedTo, source, scope, createdAtMs, confirmation: confirmationAmong(all) }
}

/** The suppression that applies to each recipient: the widest one if it has several, of these the oldest. */
export const appliedSuppressions = (
  suppressions: Iterable<SuppressionKey & SuppressionParts>,
): ReadonlyMap<string, AppliedSuppression> => {
  const found = new Map<string, [SuppressionParts, ...SuppressionParts[]]>()
  for (const one of suppressions) {
    const others = found.get(suppressionKey(one))
    if (others === undefined) found.set(suppressionKey(one), [one])
    else others.push(one)
  }
  return new Map([...found].map(([key, all]) => [key, appliedAmong(all[0], all)]))
}

/** Whether the suppression stops a message of the class: all that it covers, except the recipient's confirmation. */
export const isStopped = (
  { scope, confirmation }: Pick<AppliedSuppression, 'scope' | 'confirmation'>,
  messageId: MessageId,
  lane: Lane,
): boolean => coversClass(scope, lane) && !(lane === CONFIRMATION_CLASS && confirmation === messageId)

const CAUSES: Readonly<Record<SuppressionSource, string>> = {
  operator: 'Support suppressed the recipient',
  opt_out: 'The recipient opted out',
  bounce: 'A mail server reported that the address does not exist',
  complaint: 'The recipient complained',
  blocked: 'The carrier blocked the recipient',
  organization: 'The Organization recorded an opt-out',
}

const COVERED: Readonly<Record<SuppressionScope, string>> = {
  all: 'all messages',
  except_otp: 'all messages except OTPs',
  promotional: 'promotional messages',
}

const ENDS: Readonly<Record<ReturnType<typeof suppressionEnder>, string>> = {
  recipient: 'It ends only when the recipient writes START.',
  organization: 'A recorded opt-in of the recipient ends it.',
  support: 'Only support can end it.',
}

/** The refusal of a send that a suppression covers: which one it is, since when, and what it covers. */
export const refusalBy = (suppression: Omit<AppliedSuppression, 'confirmation'>): Refusal => {
  const { source, scope, createdAtMs } = suppression
  return refusalSaying(
    'DestinationNotAllowed',
    `${CAUSES[source]} (${source}) at ${isoTime(createdAtMs)}. This covers ${COVERED[scope]}. ${ENDS[suppressionEnder(suppression)]}`,
  )
}
