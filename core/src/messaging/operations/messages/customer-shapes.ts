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
import { failureShape, historyMessageShape } from './message-view.js'
import { openSet } from '../../../kernel/codecs/open-set.js'
import { foundFields, messageWaitShape } from './shapes.js'

const sources = (what: string) =>
  list(text({ example: 'recipient', openSet: CUSTOMER_SEARCH_SOURCES }), {
    description: openSet(what, CUSTOMER_SEARCH_SOURCES).description,
  })

/** An Organization's messages that were found, and how far the search went. */
export const ownFoundFields = {
  takenFor: sources('Interpretations of the search text'),
  found: list(open({ message: historyMessageShape, foundBy: sources('Fields that matched') }, {}), {
    description: 'The messages that were found.',
  }),
  searchedUntil: foundFields.searchedUntil,
  searchedSince: foundFields.searchedSince,
} as const

/** The failure, in words for the person who sent the message. */
export const failureAdviceFields = {
  owner: literalUnion(CAUSE_OWNERS, { description: 'Side that can fix the cause.' }),
  meaning: text({ description: 'Cause of the failure.', example: 'There is no such number or address.' }),
  advice: text({ description: 'Advice for fixing it.', example: 'Correct it in your records.' }),
} as const

/** One recorded step of a message that its sender can see; providers aren't named. */
const customerStepShape = open(
  {
    at: timestamp('Time of the step.'),
    kind: text({
      ...openSet('Kind of step', [
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
    state: text({ description: 'State that the message entered in this step.', example: 'SUBMITTED' }),
    attempt: integer({ min: 1, description: 'Number of the attempt to send it, starting at 1.', example: 1 }),
    outcome: text({
      ...openSet('Result of an attempt', ['accepted', 'transient_failure', 'permanent_failure', 'unknown']),
    }),
    reported: text({ description: 'Status that the delivery report contains.', example: 'delivered' }),
    failureCode: text({ ...openSet('Reason why the message did not arrive', FAILURE_CODES) }),
    entryId: identifier('ID of the ledger entry.', 'ent_01k9x7c2v5n8q4r6t0w3y1z5bd'),
    entryType: text({ description: 'Type of the ledger entry.', example: 'reservation' }),
    amountMinor: minor('Amount of the ledger entry in minor units.', 0),
    currency,
  },
)

/** The events that an unfinished message can wait for. */
export const WAITED_FOR = ['carrier', 'report', 'outcome', 'support'] as const

/** The event that a message waits for, and its outcome if nothing else happens. */
const customerWaitShape = open(
  {
    waitsFor: text({ ...openSet('Next event that it waits for', WAITED_FOR), example: 'report' }),
    since: timestamp('Time since which it has been waiting.'),
  },
  { ...messageWaitShape.optional, lastRefusal: failureShape },
  { description: 'Next event that the message waits for; absent if it is final.' },
)

/** A message's evidence as its sender sees it (docs/api/operations#website-operations). */
export const customerTraceFields = {
  message: historyMessageShape,
  timeline: list(customerStepShape, { description: 'Everything known to have happened, in order of time.' }),
} as const

export const customerTraceOptions = {
  waits: customerWaitShape,
  failure: open(
    failureAdviceFields,
    {},
    { description: "Why the message didn't arrive, and what to do; absent if it did." },
  ),
} as const

const count = integer({ min: 0, description: 'Number of messages.', example: 12 })

const failureCode = nullable(
  text({
    ...openSet('Reason of the failure; null if the provider gave none', FAILURE_CODES),
    example: 'recipient_invalid',
  }),
)

/** Failure reasons with their counts, and who can fix each. */
const causeList = list(
  open(
    {
      failureCode,
      count,
      channels: list(
        open({ channel: text({ description: 'Channel of the messages.', example: 'sms' }), count }, {}),
        {
          description: 'The same counts by channel, largest first.',
        },
      ),
    },
    failureAdviceFields,
  ),
  { description: 'Reasons with their counts, largest first.' },
)

/** The number of messages with each outcome. */
const outcomeFields = {
  delivered: integer({
    min: 0,
    description: 'Number of messages that a delivery report confirmed.',
    example: 940,
  }),
  undelivered: integer({
    min: 0,
    description: "Number of messages that didn't arrive, according to a delivery report.",
    example: 12,
  }),
  failed: integer({ min: 0, description: 'Number of messages that no provider accepted.', example: 3 }),
  expired: integer({
    min: 0,
    description: 'Number of messages whose validity ended before a provider accepted them.',
    example: 0,
  }),
  cancelled: integer({ min: 0, description: 'Number of messages that were cancelled.', example: 0 }),
} as const

/** The time step in which outcomes are counted. */
export const outcomeStep = literalUnion(Object.keys(OUTCOME_STEPS) as [OutcomeStep, ...OutcomeStep[]], {
  description: 'Whether each step is a UTC day or an hour.',
})

/** The outcomes of messages by time, template and reason (docs/api/delivery#delivery-outcomes). */
export const outcomeCountFields = {
  countedUntil: nullable(timestamp('Everything up to this time is counted; null if nothing is counted yet.')),
  isComplete: flag({ description: '`false` if some changes in the range may not be counted.' }),
  steps: list(
    open(
      {
        start: timestamp('Start of the day or hour.'),
        ...outcomeFields,
        causes: list(open({ failureCode, count }, {}), { description: 'Failed messages by reason.' }),
      },
      {},
    ),
    { description: 'Counts in order of time. Days and hours without outcomes are omitted.' },
  ),
  templates: list(
    open(
      {
        templateId: nullable(
          identifier(
            'ID of the template; null for messages counted before templates were, and for templates beyond 100 in one hour.',
            'tpl_01k9x7c2v5n8q4r6t0w3y1z5bd',
          ),
        ),
        ...outcomeFields,
      },
      { templateName: templateNameField },
    ),
    { description: 'Counts by template, largest first.' },
  ),
  causes: causeList,
} as const

/** The number of failed messages by reason. */
export const failureCountFields = {
  from: timestamp('Start of the time that is counted.'),
  countedUntil: nullable(timestamp('Everything up to this time is counted; null if nothing is counted yet.')),
  isComplete: flag({ description: '`false` if some changes may not be counted.' }),
  accepted: count,
  delivered: integer({
    min: 0,
    description: 'Number of messages that a delivery report confirmed in that time.',
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
  description: 'Exactly one recipient: a phone number with a leading `+`, or an email address.',
  example: '+447400123456',
})

export const sentTemplateId = identifier(
  'ID of an approved template of the channel.',
  'tpl_01k9x7c2v5n8q4r6t0w3y1z5bd',
)

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
  { description: 'The budget as it would be after the send.' },
)

/** The result of a dry run, for a person at the website (docs/api/sending#dry-run). */
export const previewFields = {
  verdict: literalUnion(['acceptable', 'refused'], {
    description: 'Whether the send would be accepted or refused.',
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
  estimatedCharge: nullable(
    open(
      { amountMinor: minor('Expected charge in minor units.', 0), currency },
      {},
      { description: 'Expected cost of the message; null if it has no price.' },
    ),
  ),
  availableAfterMinor: nullable(minor('Balance that would be available after the send, in minor units.', 0)),
} as const

export const previewOptions = {
  language: text({ description: 'Language of the text, if its template has several.', example: 'pt-BR' }),
  budgetAfter,
  refusal: open(
    {
      code: text({
        description: 'Error code, as the send would return it.',
        example: 'insufficient_balance',
      }),
      fieldErrors: list(
        open(
          {
            field: text({ description: 'JSON Pointer to the field.', example: '/variables/name' }),
            code: text({ description: 'Code of the broken rule.', example: 'required' }),
            message: text({ description: 'Explanation for people.', example: 'This field is required.' }),
          },
          {},
        ),
        { maxItems: 50, description: 'The fields that are wrong; often none.' },
      ),
    },
    {
      message: text({
        description: 'Explanation of the refusal for people.',
        example: 'The available balance does not cover the charge.',
      }),
      advice: failureAdviceFields.advice,
    },
    { description: 'Why the send would be refused, and what to do; absent if it would be accepted.' },
  ),
} as const
