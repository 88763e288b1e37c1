import { REFUSAL_CODES } from '@postrider/contracts/errors/refusal-codes'
import type { Outage } from '@postrider/core/kernel/refusals/outage'
import type { Refusal } from '@postrider/core/kernel/refusals/refusal'
import { SECOND_MS } from '@postrider/core/kernel/time/epoch-ms'
import { errorAnswer, type JsonAnswer, withHeaders } from './answer.js'

const isOutage = (left: Refusal | Outage): left is Outage => 'cause' in left

/** If the database rejects only this request, that is a bug; retrying soon doesn't help. */
const codeOf = ({ _tag }: Outage): 'internal_error' | 'service_unavailable' =>
  _tag === 'BatchFailed' ? 'internal_error' : 'service_unavailable'

/** Whether storage didn't respond, in time or at all. */
export const isStorageOutage = ({ _tag }: Refusal | Outage): boolean =>
  _tag === 'StorageUnavailable' || _tag === 'CommitUnknown'

/** The header with the time to wait before the next try. */
export const RETRY_AFTER = 'Retry-After'

/** The time to wait before the next try: whole seconds, at least one (docs/api/conventions#headers). */
export const retryAfter = (retryAfterMs: number): readonly string[] => [
  RETRY_AFTER,
  String(Math.max(1, Math.ceil(retryAfterMs / SECOND_MS))),
]

/** The response for a refusal of the core. The cause of an outage is only for the log. */
export const refused = (left: Refusal | Outage, requestId: string): JsonAnswer => {
  if (isOutage(left)) {
    const answer = errorAnswer(codeOf(left), requestId, [], { cause: `${left._tag}: ${left.cause}` })
    return isStorageOutage(left) ? { ...answer, isOutage: true } : answer
  }
  const { _tag, fields, message, forLog } = left
  const answer = errorAnswer(REFUSAL_CODES[_tag], requestId, fields, { message, ...forLog })
  return left.retryAfterMs === undefined ? answer : withHeaders(answer, retryAfter(left.retryAfterMs))
}
