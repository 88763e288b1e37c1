import type { CauseCount } from '../../../platform/domain/flow/failure-counts.js'
import { failureCauseOf } from '../../domain/messages/failure-guide.js'

/** A failure reason with its counts, and its owner, meaning and advice if the reason is known. */
export const causeView = ({ failureCode, count, channels }: CauseCount) => ({
  failureCode: failureCode ?? null,
  count,
  channels: [...channels],
  ...(failureCode === undefined ? {} : failureCauseOf(failureCode)),
})
