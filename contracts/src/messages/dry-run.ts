import { TEXT_ENCODINGS } from '@postrider/core/channels/kind'
import type * as t from 'io-ts'
import { integer } from '@postrider/core/kernel/codecs/integer'
import { literalUnion } from '@postrider/core/kernel/codecs/literal-union'
import { nullable } from '@postrider/core/kernel/codecs/nullable'
import { flag } from '@postrider/core/kernel/codecs/flag'
import { open } from '@postrider/core/kernel/codecs/shape'
import { text } from '@postrider/core/kernel/codecs/text'
import { itemError } from '../errors/item-error.js'
import { identifier, requestId, timestamp } from '@postrider/core/kernel/codecs/identifiers'
import { currency, minor } from '@postrider/core/kernel/codecs/money'
import { estimatedCharge } from './estimated-charge.js'

const budgetAfter = open(
  {
    budgetId: identifier(
      'ID of the budget that would have the least left.',
      'bud_01k9x7c2v5n8q4r6t0w3y1z5bd',
    ),
    period: literalUnion(['day', 'month'], { description: 'Period of the budget: a UTC day or month.' }),
    periodEnd: timestamp('Time at which the current period ends.'),
    currency,
    limitMinor: minor('Limit of the budget for one period, in minor units.', 0),
    usedMinor: minor('Amount of the budget that would be used after the send, in minor units.', 0),
    remainingMinor: minor(
      'Amount that would be left, in minor units. It is negative if an alert-only budget is exceeded.',
    ),
  },
  {},
  { name: 'BudgetAfter', description: 'The budget as it would be after the send.' },
)

/** The 200 body of a dry run (docs/api/sending#dry-run): nothing was reserved, stored or sent. */
export const dryRun = open(
  {
    dryRun: flag({ only: true, description: 'Always `true`, to distinguish a dry run from an acceptance.' }),
    verdict: literalUnion(['acceptable', 'refused'], {
      description: 'Whether the real request would be accepted or refused.',
    }),
    rendered: nullable(
      text({
        description: "Rendered text with every variable value masked; null if it can't be rendered.",
        example: 'Hello ****, your order ***** has left.',
      }),
    ),
    segments: nullable(
      integer({
        min: 1,
        max: 255,
        description:
          'SMS: number of segments, which are the units that are charged. On other channels a message is one unit.',
        example: 1,
      }),
    ),
    encoding: nullable(literalUnion(TEXT_ENCODINGS, { description: 'Character encoding of the text.' })),
    estimatedCharge: nullable(estimatedCharge),
    availableAfterMinor: nullable(
      minor('Balance that would be available after the send, in minor units.', 0),
    ),
    requestId,
  },
  {
    error: itemError,
    budgetAfter,
    language: text({ description: 'Language of the text, if its template has several.', example: 'pt-BR' }),
  },
  { name: 'DryRun', description: 'The expected result of a send, without sending anything.' },
)

export type DryRun = t.TypeOf<typeof dryRun>
