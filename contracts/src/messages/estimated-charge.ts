import { literalUnion } from '@postrider/core/kernel/codecs/literal-union'
import { open } from '@postrider/core/kernel/codecs/shape'
import { identifier } from '@postrider/core/kernel/codecs/identifiers'
import { currency, minor } from '@postrider/core/kernel/codecs/money'

/** The expected cost of a message (docs/contract#acceptance). */
export const estimatedCharge = open(
  {
    amountMinor: minor('Integer minor units, reserved from the balance.', 0),
    currency,
    status: literalUnion(['provisional'], { description: 'Billing becomes final later.' }),
    priceVersionId: identifier('The price that was applied.', 'prv_01k9x7c2v5n8q4r6t0w3y1z5bd'),
  },
  {},
  { description: 'What the message is expected to cost.' },
)
