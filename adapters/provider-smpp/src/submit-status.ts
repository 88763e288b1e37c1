import { errors } from 'smpp/lib/defs.js'
import { providerReason } from '@postrider/core/providers/domain/calls/provider-reason'
import { present } from '@postrider/core/kernel/present'
import type { SubmitOutcome } from '@postrider/core/providers/domain/calls/outcome'
import type { StatusMap, StatusOutcome } from './code-maps.js'

/** The session's bind state isn't the expected one, so the session is dropped. */
export const WRONG_BIND_STATE = 0x04

const listed = (meaning: StatusOutcome, ...statuses: number[]): Array<[number, StatusOutcome]> =>
  statuses.map((status) => [status, meaning])

/** Too many at once or per second, or the SMSC's queue is full. */
const THROTTLED = new Set([0x58, 0x14])

/**
 * The meaning of the statuses of SMPP 3.4 (5.1.3) for a message. All others are temporary refusals: an error
 * response means that the message wasn't accepted.
 */
const USUAL: StatusMap = new Map([
  ...listed('recipient_invalid', 0x0b, 0x50, 0x51),
  ...listed('rejected_by_route', 0x0a, 0x48, 0x49, 0x15, 0x53, 0x100, 0x101, 0x102, 0x103),
  ...listed('provider_rejected', 0x01, 0x43, 0x61, 0x62, 0x65, 0x66, 0xc0, 0xc1, 0xc2, 0xc3, 0xc4, 0x104),
  ...listed('not_attempted', WRONG_BIND_STATE),
])

/** A status in the notation of documentation. */
export const statusText = (status: number): string =>
  `0x${status.toString(16).toUpperCase().padStart(2, '0')}`

const NAMES: ReadonlyMap<number, string> = new Map(
  Object.entries(errors).map(([name, status]) => [status, name]),
)

/** A status in the words of SMPP 3.4, as in `ESME_RTHROTTLED`; undefined for a status of the SMSC's own. */
export const statusName = (status: number): string | undefined => NAMES.get(status)

/**
 * The meaning of a response other than 0 for the message; a `generic_nack` is a permanent refusal, unless its
 * status has another meaning.
 */
export const outcomeOfStatus = (status: number, isNack: boolean, statusMap: StatusMap): SubmitOutcome => {
  const answer = isNack ? 'generic_nack, ' : ''
  const detail = `the SMSC responded with ${answer}${statusText(status)}`
  const usual = isNack ? 'provider_rejected' : (USUAL.get(status) ?? 'transient_failure')
  const meaning = statusMap.get(status) ?? usual
  const reason = providerReason(statusText(status), statusName(status))
  const why = { detail, ...present({ reason }) }
  if (meaning === 'not_attempted') return { _tag: 'NotAttempted', ...why }
  if (meaning === 'transient_failure')
    return {
      _tag: 'TransientFailure',
      ...why,
      ...(!isNack && THROTTLED.has(status) ? { isThrottled: true } : {}),
    }
  if (meaning === 'rejected_by_route') return { _tag: 'RejectedByRoute', ...why }
  if (meaning === 'unknown') return { _tag: 'OutcomeUnknown', detail }
  return {
    _tag: 'PermanentFailure',
    failureCode: meaning,
    ...why,
    ...(meaning === 'recipient_blocked' && { suppresses: 'blocked' as const }),
  }
}
