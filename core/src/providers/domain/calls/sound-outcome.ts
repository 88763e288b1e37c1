import { FAILURE_CODES } from '../../../kernel/messages/message-state.js'
import { REPORTED_BLOCKS } from './reported-block.js'
import type { SubmitOutcome } from './outcome.js'

/** A valid outcome, and the fault in the one that an adapter returned. */
export interface SoundOutcome {
  readonly outcome: SubmitOutcome
  readonly fault?: string
}

/** The type that a field is checked for; `?` means that it may be missing. */
type FieldType = 'string' | 'strings' | 'number?' | 'strings?' | 'flag?' | 'reason?' | 'block?'

const FIELDS: Readonly<Record<SubmitOutcome['_tag'], Readonly<Record<string, FieldType>>>> = {
  Accepted: { providerMessageIds: 'strings' },
  NotAttempted: { detail: 'string', isRefused: 'flag?', reason: 'reason?' },
  RejectedByRoute: { detail: 'string', reason: 'reason?' },
  PermanentFailure: { failureCode: 'string', detail: 'string', reason: 'reason?', suppresses: 'block?' },
  TransientFailure: { detail: 'string', retryAfterMs: 'number?', isThrottled: 'flag?', reason: 'reason?' },
  OutcomeUnknown: { detail: 'string', providerMessageIds: 'strings?', isOfMessage: 'flag?' },
}

const isStrings = (value: unknown): boolean =>
  Array.isArray(value) && value.every((one) => typeof one === 'string')

const isFields = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

const isReason = (value: unknown): boolean =>
  isFields(value) &&
  typeof value['code'] === 'string' &&
  (value['text'] === undefined || typeof value['text'] === 'string')

const FITS: Readonly<Record<FieldType, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  strings: isStrings,
  'number?': (value) => value === undefined || Number.isFinite(value),
  'strings?': (value) => value === undefined || isStrings(value),
  'flag?': (value) => value === undefined || typeof value === 'boolean',
  'reason?': (value) => value === undefined || isReason(value),
  'block?': (value) =>
    value === undefined || (typeof value === 'string' && Object.hasOwn(REPORTED_BLOCKS, value)),
}

const isKind = (tag: unknown): tag is SubmitOutcome['_tag'] =>
  typeof tag === 'string' && Object.hasOwn(FIELDS, tag)

const faultOf = (returned: unknown): string | undefined => {
  if (!isFields(returned)) return `returned ${returned === null ? 'null' : typeof returned} as an outcome`
  const { _tag } = returned
  if (!isKind(_tag)) return `returned an outcome with an unknown _tag: ${String(_tag).slice(0, 40)}`
  const wrong = Object.entries(FIELDS[_tag]).find(([name, type]) => !FITS[type](returned[name]))
  if (wrong !== undefined) return `returned ${_tag} with a wrong ${wrong[0]}`
  const isForeign =
    _tag === 'PermanentFailure' && !FAILURE_CODES.some((code) => code === returned['failureCode'])
  return isForeign ? `returned ${_tag} with an unknown failureCode` : undefined
}

/**
 * Makes an adapter's outcome safe to record. Adapters in JavaScript can return anything. An invalid outcome
 * counts as unknown, because the message may have been taken. A permanent failure with a nonexistent failure
 * code counts as `provider_rejected`.
 */
export const soundOutcome = (returned: SubmitOutcome): SoundOutcome => {
  const fault = faultOf(returned)
  if (fault === undefined) return { outcome: returned }
  const detail = `the provider's adapter ${fault}`
  const isRefusal =
    isFields(returned) && returned._tag === 'PermanentFailure' && typeof returned.detail === 'string'
  return isRefusal
    ? { outcome: { ...returned, failureCode: 'provider_rejected' }, fault }
    : { outcome: { _tag: 'OutcomeUnknown', detail }, fault }
}
