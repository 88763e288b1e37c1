import { integer } from '../../../kernel/codecs/integer.js'
import { list } from '../../../kernel/codecs/list.js'
import { currency, minor } from '../../../kernel/codecs/money.js'
import { open } from '../../../kernel/codecs/shape.js'
import { environment } from './tenancy.js'

/** Money of both environments, kept apart. */
export const moneyCounted = list(
  open({ environment, currency, amountMinor: minor('Amount in minor units.', 0) }, {}),
  { description: 'Amounts reserved for these messages, now or earlier, by environment and currency.' },
)

/** A number of messages, and their money. */
export const messageCountFields = {
  messages: integer({ min: 0, description: 'Number of messages.', example: 0 }),
  money: moneyCounted,
} as const
