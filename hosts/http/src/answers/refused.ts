import { REFUSAL_CODES } from '@postrider/contracts/errors/refusal-codes'
import type { Outage } from '@postrider/core/domain/refusals/outage'
import type { Refusal } from '@postrider/core/domain/refusals/refusal'
import { type Answer, errorAnswer } from './answer.js'

const isOutage = (left: Refusal | Outage): left is Outage => 'cause' in left

/** What the database refuses for one request alone is a bug, and not put right by asking again soon. */
const codeOf = ({ _tag }: Outage): 'internal_error' | 'service_unavailable' =>
  _tag === 'BatchFailed' ? 'internal_error' : 'service_unavailable'

/** The answer to what the core said no to. What is behind an outage is for the log alone. */
export const refused = (left: Refusal | Outage, requestId: string): Answer =>
  isOutage(left)
    ? errorAnswer(codeOf(left), requestId, [], `${left._tag}: ${left.cause}`)
    : errorAnswer(REFUSAL_CODES[left._tag], requestId, left.fields)
