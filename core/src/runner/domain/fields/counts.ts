import { integer } from '../../../kernel/codecs/integer.js'
import { list } from '../../../kernel/codecs/list.js'
import { currency, minor } from '../../../kernel/codecs/money.js'
import { open } from '../../../kernel/codecs/shape.js'
import { environment } from './tenancy.js'

/** Money of both environments, kept apart. */
export const moneyCounted = list(
  open({ environment, currency, amountMinor: minor('Integer minor units.', 0) }, {}),
  { description: 'What these messages hold or held, by environment and currency.' },
)

/** A number of messages, and their money. */
export const messageCountFields = {
  messages: integer({ min: 0, description: 'How many messages.', example: 0 }),
  money: moneyCounted,
} as const
