import { type Refusal, refusalSaying } from '../../kernel/refusals/refusal.js'
import { isoTime } from '../../kernel/time/epoch-ms.js'
import { coversScope } from './opt-out-policy.js'
import {
  type Suppression,
  suppressionEnder,
  type SuppressionKey,
  suppressionKey,
  type SuppressionScope,
  type SuppressionSource,
} from './suppression.js'

/** The parts of a suppression that decide on a send and explain the decision. */
export type AppliedSuppression = Pick<Suppression, 'maskedTo' | 'source' | 'scope' | 'createdAtMs'>

/** The suppression that applies to each recipient: the widest one if it has several, of these the oldest. */
export const appliedSuppressions = (
  suppressions: Iterable<SuppressionKey & AppliedSuppression>,
): ReadonlyMap<string, AppliedSuppression> => {
  const applied = new Map<string, AppliedSuppression>()
  for (const one of suppressions) {
    const { maskedTo, source, scope, createdAtMs } = one
    const before = applied.get(suppressionKey(one))
    const isWider = before === undefined || !coversScope(before.scope, scope)
    const isOlder = before?.scope === scope && createdAtMs < before.createdAtMs
    if (isWider || isOlder) applied.set(suppressionKey(one), { maskedTo, source, scope, createdAtMs })
  }
  return applied
}

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
export const refusalBy = (suppression: AppliedSuppression): Refusal => {
  const { source, scope, createdAtMs } = suppression
  return refusalSaying(
    'DestinationNotAllowed',
    `${CAUSES[source]} (${source}) at ${isoTime(createdAtMs)}. This covers ${COVERED[scope]}. ${ENDS[suppressionEnder(suppression)]}`,
  )
}
