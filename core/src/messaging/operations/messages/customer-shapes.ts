import { templateNameField } from '../../../ledger/operations/billing/shapes.js'
import { TEXT_ENCODINGS } from '../../../channels/kind.js'
import { flag } from '../../../kernel/codecs/flag.js'
import { identifier, timestamp } from '../../../kernel/codecs/identifiers.js'
import { integer } from '../../../kernel/codecs/integer.js'
import { list } from '../../../kernel/codecs/list.js'
import { literalUnion } from '../../../kernel/codecs/literal-union.js'
import { currency, minor } from '../../../kernel/codecs/money.js'
import { nullable } from '../../../kernel/codecs/nullable.js'
import { open } from '../../../kernel/codecs/shape.js'
import { text } from '../../../kernel/codecs/text.js'
import { CAUSE_OWNERS } from '../../domain/messages/failure-guide.js'
import { OUTCOME_STEPS, type OutcomeStep } from '../../../platform/domain/flow/outcome-counts.js'
import { FAILURE_CODES } from '../../../kernel/messages/message-state.js'
import { CUSTOMER_SEARCH_SOURCES } from '../../domain/messages/search-text.js'
import { foundFields, historyMessageShape, messageWaitShape, openSet } from './shapes.js'

const sources = (what: string) =>
  list(text({ example: 'recipient', openSet: CUSTOMER_SEARCH_SOURCES }), {
    description: openSet(what, CUSTOMER_SEARCH_SOURCES).description,
  })

/** An Organization's messages that were found, and how far the search went. */
export const ownFoundFields = {
  takenFor: sources('What the text was taken for'),
  found: list(open({ message: historyMessageShape, foundBy: sources('By what it was found') }, {})),
  searchedUntil: foundFields.searchedUntil,
  searchedSince: foundFields.searchedSince,
} as const

/** The failure, in words for the person who sent the message. */
export const failureAdviceFields = {
  owner: literalUnion(CAUSE_OWNERS, { description: 'Who can change something about it.' }),
  meaning: text({ description: 'What went wrong.', example: 'There is no such number or address.' }),
  advice: text({ description: 'What to do about it.', example: 'Correct it in your records.' }),
} as const

/** One recorded step of a message that its sender can see; providers aren't named. */
const customerStepShape = open(
  {
    at: timestamp('When it happened.'),
    kind: text({
      ...openSet('What it was', [
        'accepted',
        'attempt_begun',
        'attempt_ended',
        'receipt',
        'ledger',
        'held_up',
        'decision',
        'state',
      ]),
      example: 'attempt_ended',
    }),
  },
  {
    state: text({ description: 'The state that the message came to by it.', example: 'SUBMITTED' }),
    attempt: integer({ min: 1, description: 'Which time a carrier was called.' }),
    outcome: text({
      ...openSet('What came of an attempt', [
        'accepted',
        'transient_failure',
        'permanent_failure',
        'unknown',
      ]),
    }),
    reported: text({ description: 'What the carrier reports.', example: 'delivered' }),
    failureCode: text({ ...openSet('Why it did not arrive', FAILURE_CODES) }),
    entryId: identifier('The ledger entry.', 'ent_01k9x7c2v5n8q4r6t0w3y1z5bd'),
    entryType: text({ example: 'reservation' }),
    amountMinor: minor('Integer minor units.', 0),
    currency,
  },
)

/** The events that an unfinished message can wait for. */
export const WAITED_FOR = ['carrier', 'report', 'outcome', 'support'] as const

/** The event that a message waits for, and its outcome if nothing else happens. */
const customerWaitShape = open(
  {
    waitsFor: text({ ...openSet('What it waits for', WAITED_FOR), example: 'report' }),
    since: timestamp('Since when.'),
  },
  messageWaitShape.optional,
)

/** A message's evidence as its sender sees it (docs/contract#website-operations). */
export const customerTraceFields = {
  message: historyMessageShape,
  timeline: list(customerStepShape, { description: 'All that is known to have happened, in its order.' }),
} as const

export const customerTraceOptions = {
  waits: customerWaitShape,
  failure: open(failureAdviceFields, {}, { description: 'Of one that did not arrive.' }),
} as const

const count = integer({ min: 0, description: 'How many messages.', example: 12 })

const failureCode = nullable(
  text({
    ...openSet('The reason; null if the provider gave none', FAILURE_CODES),
    example: 'recipient_invalid',
  }),
)

/** Failure reasons with their counts, and who can fix each. */
const causeList = list(
  open(
    {
      failureCode,
      count,
      channels: list(open({ channel: text({ example: 'sms' }), count }, {}), {
        description: 'The same by channel, the most first.',
      }),
    },
    failureAdviceFields,
  ),
  { description: 'The most first.' },
)

/** The number of messages with each outcome. */
const outcomeFields = {
  delivered: integer({ min: 0, description: 'Messages that a delivery report confirmed.', example: 940 }),
  undelivered: integer({
    min: 0,
    description: 'Messages that a delivery report says did not arrive.',
    example: 12,
  }),
  failed: integer({ min: 0, description: 'Messages that no provider accepted.', example: 3 }),
  expired: integer({
    min: 0,
    description: 'Messages whose validity ended before they were sent.',
    example: 0,
  }),
  cancelled: integer({ min: 0, description: 'Messages that were cancelled.', example: 0 }),
} as const

/** The time step in which outcomes are counted. */
export const outcomeStep = literalUnion(Object.keys(OUTCOME_STEPS) as [OutcomeStep, ...OutcomeStep[]], {
  description: 'Whether `steps` are UTC days or hours.',
})

/** The outcomes of messages by time, template and reason (docs/contract#delivery-outcomes). */
export const outcomeCountFields = {
  countedUntil: nullable(
    timestamp('Everything that happened until then is counted; null if nothing is counted yet.'),
  ),
  isComplete: flag({ description: 'False if changes may be missing in the range.' }),
  steps: list(
    open(
      {
        start: timestamp('When the day or hour starts.'),
        ...outcomeFields,
        causes: list(open({ failureCode, count }, {})),
      },
      {},
    ),
    { description: 'In the order of time, without days or hours that have no outcome.' },
  ),
  templates: list(
    open(
      {
        templateId: nullable(
          identifier(
            'The template; null for messages that were counted before templates were, and for templates beyond 100 in one hour.',
            'tpl_01k9x7c2v5n8q4r6t0w3y1z5bd',
          ),
        ),
        ...outcomeFields,
      },
      { templateName: templateNameField },
    ),
    { description: 'The template with the most messages first.' },
  ),
  causes: causeList,
} as const

/** The number of failed messages by reason. */
export const failureCountFields = {
  from: timestamp('The first moment that is counted.'),
  countedUntil: nullable(timestamp('What happened until then is counted; null: nothing is yet.')),
  isComplete: flag({ description: 'False where changes may be missing.' }),
  accepted: count,
  delivered: integer({
    min: 0,
    description: 'Messages that a delivery report confirmed in that time.',
    example: 40,
  }),
  failed: count,
  causes: causeList,
} as const

/** A message's recipient in the form of its channel. */
export const messageRecipient = text({
  minLength: 1,
  maxLength: 320,
  oneLine: true,
  description: 'Exactly one recipient: a telephone number with a leading `+`, or an email address.',
  example: '+447400123456',
})

export const sentTemplateId = identifier(
  'An approved template of the channel.',
  'tpl_01k9x7c2v5n8q4r6t0w3y1z5bd',
)

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
)

/** The result of a dry run, for a person at the website (docs/contract#dry-run). */
export const previewFields = {
  verdict: literalUnion(['acceptable', 'refused'], {
    description: 'What the send would have been answered.',
  }),
  rendered: nullable(text({ description: 'The text, every value masked.' })),
  segments: nullable(integer({ min: 1, max: 255, description: 'Units that are charged.', example: 1 })),
  encoding: nullable(literalUnion(TEXT_ENCODINGS, { description: 'How the text would travel.' })),
  estimatedCharge: nullable(
    open(
      { amountMinor: minor('Integer minor units.', 0), currency },
      {},
      { description: 'What it would cost.' },
    ),
  ),
  availableAfterMinor: nullable(minor('What would be available afterwards.', 0)),
} as const

export const previewOptions = {
  budgetAfter,
  refusal: open(
    {
      code: text({ description: 'As the send would have answered.', example: 'insufficient_balance' }),
      fieldErrors: list(
        open({ field: text({ example: '/variables/name' }), code: text({}), message: text({}) }, {}),
        { maxItems: 50 },
      ),
    },
    {
      message: text({ description: 'What was said beside the code.' }),
      advice: failureAdviceFields.advice,
    },
    { description: 'Why it would be refused, and what to do.' },
  ),
} as const
