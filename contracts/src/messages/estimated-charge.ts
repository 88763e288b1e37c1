import { literalUnion } from '@postrider/core/kernel/codecs/literal-union'
import { open } from '@postrider/core/kernel/codecs/shape'
import { identifier } from '@postrider/core/kernel/codecs/identifiers'
import { currency, minor } from '@postrider/core/kernel/codecs/money'

/** The expected cost of a message (docs/api/sending#acceptance). */
export const estimatedCharge = open(
  {
    amountMinor: minor('Amount reserved from the balance, in minor units.', 0),
    currency,
    status: literalUnion(['provisional'], {
      description: 'Always `provisional`: the charge becomes final later.',
    }),
    priceVersionId: identifier('ID of the price version that was applied.', 'prv_01k9x7c2v5n8q4r6t0w3y1z5bd'),
  },
  {},
  { description: 'Expected cost of the message.' },
)
