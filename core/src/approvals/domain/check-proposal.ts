import { CHANNELS } from '../../channels/channels.js'
import { hasPriceCategories } from '../../channels/price-categories.js'
import { bodyProblem } from '../../kernel/refusals/body-problem.js'
import type { FieldProblem } from '../../kernel/refusals/refusal.js'
import { type EpochMs, MINUTE_MS } from '../../kernel/time/epoch-ms.js'
import type { CommercialProposal } from './approval.js'

/**
 * How far in the past a price may take effect: it allows for clock differences and the time to send a form.
 */
const PAST_MS = 5 * MINUTE_MS

const otherCurrency = bodyProblem(
  '/currency',
  'not_allowed',
  'The currency must be one that the platform uses.',
)
const nothing = bodyProblem('/amountMinor', 'not_allowed', 'The amount must not be 0.')
const past = bodyProblem('/effectiveFrom', 'too_small', 'The time must not be in the past.')

/** The known fields of a proposal. */
type KnownOf<P> = P extends CommercialProposal
  ? Pick<P, 'kind'> & { readonly [K in keyof P]?: P[K] | undefined }
  : never

/** The problems of a proposal itself, for a platform with these currencies. Empty if there are none. */
export const checkProposal = (
  proposal: KnownOf<CommercialProposal>,
  currencies: readonly string[],
  nowMs: EpochMs,
): readonly FieldProblem[] => {
  const { currency } = proposal
  const problems = currency === undefined || currencies.includes(currency) ? [] : [otherCurrency]
  if (proposal.kind !== 'price_version') return proposal.amountMinor === 0 ? [...problems, nothing] : problems
  const { channel, destinationPrefix, category, effectiveFromMs } = proposal
  if (effectiveFromMs !== undefined && effectiveFromMs < nowMs - PAST_MS) problems.push(past)
  if (category !== undefined && channel !== undefined && !hasPriceCategories(channel))
    problems.push(bodyProblem('/category', 'not_allowed', `Texts of ${channel} have no categories.`))
  // Only telephone numbers have a prefix that determines the destination.
  const isForAll = channel !== undefined && !CHANNELS[channel].recipient.isNumber
  return isForAll && destinationPrefix !== undefined && destinationPrefix !== '*'
    ? [...problems, bodyProblem('/destinationPrefix', 'not_allowed', `The prefix must be * for ${channel}.`)]
    : problems
}
