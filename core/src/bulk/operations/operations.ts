import { CHANNEL_NAMES } from '../../channels/channels.js'
import { integer } from '../../kernel/codecs/integer.js'
import { list } from '../../kernel/codecs/list.js'
import { literalUnion } from '../../kernel/codecs/literal-union.js'
import { flag } from '../../kernel/codecs/flag.js'
import { identifier } from '../../kernel/codecs/identifiers.js'
import { DECIDED_OUTCOMES } from '../../messaging/domain/dispatch/report.js'
import { runAgainForAll } from '../../runner/domain/entries/live-readings.js'
import { NO_STEP_UP } from '../../runner/domain/entries/no-step-up.js'
import { type Entries, operationsAbout } from '../../identity/domain/access/operation.js'
import {
  mutationRequest,
  mutationResult,
  pageRequest,
  pageResult,
} from '../../runner/domain/entries/request.js'
import { moneyCounted } from '../../runner/domain/fields/counts.js'
import { from, to } from '../../runner/domain/fields/epoch-bounds.js'
import { appId, organizationId } from '../../runner/domain/fields/tenancy.js'
import { reason } from '../../runner/domain/fields/written-texts.js'
import { evidence } from '../../messaging/operations/messages/shapes.js'
import {
  bulkId,
  bulkOperation,
  bulkRefusalShape,
  bulkSampleShape,
  bulkShape,
  namedItems,
  receiptList,
} from './shapes.js'

const BULK = {
  audiences: ['adminConsole'],
  keyKinds: [],
  tenant: 'none',
  permission: 'admin.messages',
  mutation: true,
  whileSuspended: true,
  controls: ['reason'],
  refusals: ['Conflict', 'NotFound'],
} as const

/** Decisions about many records at once (docs/contract#bulk-decisions). */
export const bulkOperations = operationsAbout('Bulk', {
  previewBulk: {
    ...BULK,
    controls: [],
    refusals: ['NotFound'],
    effect: 'adds',
    noStepUp: NO_STEP_UP.CHANGES_NOTHING,
    quotas: ['bulkPreviews'],
    summary: 'Select records for one decision, and show which they are',
    description:
      'What is selected is kept for an hour, at most 5,000 records; who joins the list later is not in it. Nothing is done yet.',
    request: mutationRequest(
      { operation: bulkOperation },
      {
        organizationId,
        appId,
        channel: literalUnion(CHANNEL_NAMES),
        from,
        to,
        receipts: receiptList,
        providerAccountId: identifier('Receipts of this account.', 'pac_01k9x7c2v5n8q4r6t0w3y1z5bd'),
        items: namedItems,
      },
    ),
    result: mutationResult(
      {
        bulk: bulkShape,
        isAtLeast: flag({ description: 'True where more may match than were selected.' }),
        missing: integer({
          min: 0,
          description: 'So many named records are not on the list, or not any more.',
        }),
        money: moneyCounted,
        sample: list(bulkSampleShape, { description: 'The first of them.' }),
      },
      {},
    ),
  },
  beginBulk: {
    ...BULK,
    effect: 'changes',
    noStepUp: NO_STEP_UP.MESSAGES,
    summary: 'Have a decision done for every record of a selection',
    description:
      'By whoever selected them, within the hour. It goes on without the caller, as long as their session does, or where there is none twelve hours after the second factor was confirmed; with every record their right is looked at again.',
    request: mutationRequest(
      { bulkId, reason },
      {
        outcome: literalUnion(DECIDED_OUTCOMES, {
          description: 'Of unknown outcomes, and of these alone: what became of all of them.',
        }),
        evidence,
      },
    ),
    result: mutationResult({ bulk: bulkShape }, {}),
  },
  stopBulk: {
    ...BULK,
    effect: 'ends',
    noStepUp: NO_STEP_UP.STOPS,
    summary: 'Stop a bulk',
    description: 'What was done stays done.',
    request: mutationRequest({ bulkId, reason }, {}),
    result: mutationResult({ bulk: bulkShape }, {}),
  },
  getBulk: {
    ...BULK,
    mutation: false,
    effect: 'reads',
    controls: [],
    refusals: ['NotFound'],
    summary: 'Show how far a bulk is, and what was refused',
    live: runAgainForAll('act'),
    request: pageRequest({ bulkId }, {}),
    result: pageResult({ bulk: bulkShape, refusals: list(bulkRefusalShape) }),
  },
} as const satisfies Entries)
