import { REFUSAL_CODES } from '@postrider/contracts/errors/refusal-codes'
import type { Outage } from '@postrider/core/kernel/refusals/outage'
import type { Refusal } from '@postrider/core/kernel/refusals/refusal'
import { SECOND_MS } from '@postrider/core/kernel/time/epoch-ms'
import { errorAnswer, type JsonAnswer, withHeaders } from './answer.js'

const isOutage = (left: Refusal | Outage): left is Outage => 'cause' in left

/** What the database refuses for one request alone is a bug, and not put right by asking again soon. */
const codeOf = ({ _tag }: Outage): 'internal_error' | 'service_unavailable' =>
  _tag === 'BatchFailed' ? 'internal_error' : 'service_unavailable'

/** Whether storage did not answer, in time or at all. */
export const isStorageOutage = ({ _tag }: Refusal | Outage): boolean =>
  _tag === 'StorageUnavailable' || _tag === 'CommitUnknown'

/** The header that has the time to wait before the next try. */
export const RETRY_AFTER = 'Retry-After'

/** When to come again: whole seconds, at least one (docs/contract#headers). */
export const retryAfter = (retryAfterMs: number): readonly string[] => [
  RETRY_AFTER,
  String(Math.max(1, Math.ceil(retryAfterMs / SECOND_MS))),
]

/** The answer to what the core said no to. What is behind an outage is for the log alone. */
export const refused = (left: Refusal | Outage, requestId: string): JsonAnswer => {
  if (isOutage(left)) {
    const answer = errorAnswer(codeOf(left), requestId, [], { cause: `${left._tag}: ${left.cause}` })
    return isStorageOutage(left) ? { ...answer, isOutage: true } : answer
  }
  const { _tag, fields, message, forLog } = left
  const answer = errorAnswer(REFUSAL_CODES[_tag], requestId, fields, { message, ...forLog })
  return left.retryAfterMs === undefined ? answer : withHeaders(answer, retryAfter(left.retryAfterMs))
}
