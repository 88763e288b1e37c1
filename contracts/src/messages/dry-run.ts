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
    budgetId: identifier('The budget with the least left.', 'bud_01k9x7c2v5n8q4r6t0w3y1z5bd'),
    period: literalUnion(['day', 'month']),
    periodEnd: timestamp('When its period ends.'),
    currency,
    limitMinor: minor('What it allows in a period.', 0),
    usedMinor: minor('What would have been used.', 0),
    remainingMinor: minor('What would be left; negative where an alerting budget is exceeded.'),
  },
  {},
  { name: 'BudgetAfter', description: 'A budget as it would stand.' },
)

/** The 200 body of a dry run (docs/contract#dry-run): nothing was reserved, stored or sent. */
export const dryRun = open(
  {
    dryRun: flag({ only: true, description: 'Always true.' }),
    verdict: literalUnion(['acceptable', 'refused'], {
      description: 'What the real call would have been answered.',
    }),
    rendered: nullable(text({ description: 'The text, every value masked.' })),
    segments: nullable(integer({ min: 1, max: 255, description: 'Units that are charged.', example: 1 })),
    encoding: nullable(literalUnion(TEXT_ENCODINGS, { description: 'How the text would travel.' })),
    estimatedCharge: nullable(estimatedCharge),
    availableAfterMinor: nullable(minor('What would be available afterwards.', 0)),
    requestId,
  },
  { error: itemError, budgetAfter },
  { name: 'DryRun', description: 'What a send would come to.' },
)

export type DryRun = t.TypeOf<typeof dryRun>
