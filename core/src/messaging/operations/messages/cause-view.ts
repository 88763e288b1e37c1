import type { CauseCount } from '../../../platform/domain/flow/failure-counts.js'
import { FAILURE_ADVICE } from '../../domain/messages/failure-advice.js'

/** A reason with its counts, and with its owner, meaning and advice if it is known. */
export const causeView = ({ failureCode, count, channels }: CauseCount) => ({
  failureCode: failureCode ?? null,
  count,
  channels: [...channels],
  ...(failureCode === undefined ? {} : FAILURE_ADVICE[failureCode]),
})
