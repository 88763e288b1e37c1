import { CHANNELS } from '../../channels/channels.js'
import { bodyProblem } from '../../kernel/refusals/body-problem.js'
import type { FieldProblem } from '../../kernel/refusals/refusal.js'
import { type EpochMs, MINUTE_MS } from '../../kernel/time/epoch-ms.js'
import type { CommercialProposal } from './approval.js'

/** How far back a price may be said to begin: as far as clocks may differ, and a form takes to be sent. */
const PAST_MS = 5 * MINUTE_MS

const otherCurrency = bodyProblem('/currency', 'not_allowed', 'Must be a currency of the platform.')
const nothing = bodyProblem('/amountMinor', 'not_allowed', 'Must not be 0.')
const past = bodyProblem('/effectiveFrom', 'too_small', 'Must not lie in the past.')

/** A proposal as far as it is known. */
type KnownOf<P> = P extends CommercialProposal
  ? Pick<P, 'kind'> & { readonly [K in keyof P]?: P[K] | undefined }
  : never

/** What is wrong with a proposal by itself, on a platform of these currencies. Empty when nothing is. */
export const checkProposal = (
  proposal: KnownOf<CommercialProposal>,
  currencies: readonly string[],
  nowMs: EpochMs,
): readonly FieldProblem[] => {
  const { currency } = proposal
  const problems = currency === undefined || currencies.includes(currency) ? [] : [otherCurrency]
  if (proposal.kind !== 'price_version') return proposal.amountMinor === 0 ? [...problems, nothing] : problems
  const { channel, destinationPrefix, effectiveFromMs } = proposal
  if (effectiveFromMs !== undefined && effectiveFromMs < nowMs - PAST_MS) problems.push(past)
  // Only a number's beginning says where it is.
  const isForAll = channel !== undefined && !CHANNELS[channel].recipient.isNumber
  return isForAll && destinationPrefix !== undefined && destinationPrefix !== '*'
    ? [...problems, bodyProblem('/destinationPrefix', 'not_allowed', `Must be * for ${channel}.`)]
    : problems
}
