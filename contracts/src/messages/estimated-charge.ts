import { literalUnion } from '../codecs/literal-union.js'
import { open } from '../codecs/shape.js'
import { identifier } from '../values/identifiers.js'
import { currency, minor } from '../values/money.js'

/** What a message is expected to cost (specification 2.3). */
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
