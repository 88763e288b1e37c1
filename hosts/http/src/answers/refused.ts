import { REFUSAL_CODES } from '@postrider/contracts/errors/refusal-codes'
import type { Outage } from '@postrider/core/domain/refusals/outage'
import type { Refusal } from '@postrider/core/domain/refusals/refusal'
import { type Answer, errorAnswer } from './answer.js'

const isOutage = (left: Refusal | Outage): left is Outage => 'cause' in left

/** The answer to what the core said no to. What is behind an outage is for the log alone. */
export const refused = (left: Refusal | Outage, requestId: string): Answer =>
  isOutage(left)
    ? errorAnswer('service_unavailable', requestId, [], `${left._tag}: ${left.cause}`)
    : errorAnswer(REFUSAL_CODES[left._tag], requestId, left.fields)
