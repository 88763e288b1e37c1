import { defaulted } from '../../../kernel/codecs/defaulted.js'
import { timestamp } from '../../../kernel/codecs/identifiers.js'
import { list } from '../../../kernel/codecs/list.js'
import { currency } from '../../../kernel/codecs/money.js'
import { approvalShape } from '../../../approvals/operations/shapes.js'
import { runAgainForAll } from '../../../runner/domain/entries/live-readings.js'
import { type Entries, operationsAbout } from '../../../identity/domain/access/operation.js'
import {
  mutationRequest,
  mutationResult,
  pageRequest,
  pageResult,
  readRequest,
  readResult,
} from '../../../runner/domain/entries/request.js'
import { channel, chargeOn, priceFields, priceOwner } from '../../../runner/domain/fields/prices.js'
import { reason } from '../../../runner/domain/fields/written-texts.js'
import { pricePreviewFields, priceVersionShape } from './shapes.js'

const PRICING = {
  audiences: ['adminConsole', 'adminAgent'],
  keyKinds: ['admin'],
  tenant: 'none',
  permission: 'admin.pricing',
  mutation: false,
  effect: 'reads',
  whileSuspended: true,
  controls: [],
} as const

/** What messages cost: prices that never change, and new ones that two people make (docs/contract#prices). */
export const pricingOperations = operationsAbout('Pricing', {
  listPriceVersions: {
    ...PRICING,
    summary: 'List price versions',
    description:
      'An Organization’s own, the list prices (`organizationId` null), or without it everybody’s; with `at` those that count at that moment. Newest first.',
    refusals: ['NotFound'],
    live: runAgainForAll('act'),
    request: pageRequest(
      {},
      { organizationId: priceOwner, channel, currency, at: timestamp('The moment at which they count.') },
    ),
    result: pageResult({ priceVersions: list(priceVersionShape) }),
  },
  previewPrice: {
    ...PRICING,
    audiences: ['adminConsole'],
    keyKinds: [],
    summary: 'Show what a price would have changed lately',
    description:
      'On the volume of the last thirty days: what was charged for the messages that it would have been chosen for, and what would have been. Of a large volume a sample is looked at, and the figures are estimates.',
    refusals: ['NotFound'],
    request: readRequest(
      { organizationId: priceOwner, ...priceFields, chargeOn: defaulted(chargeOn, 'submitted') },
      {},
    ),
    result: readResult(pricePreviewFields, {}),
  },
  proposePriceVersion: {
    ...PRICING,
    summary: 'Propose a price',
    description:
      'It becomes a price version when another super admin approves it, never earlier than that. `organizationId` null proposes a list price.',
    mutation: true,
    effect: 'adds',
    quotas: ['pendingApprovals'],
    controls: ['reason', 'makerChecker'],
    stepUp: true,
    refusals: ['NotFound'],
    request: mutationRequest(
      {
        organizationId: priceOwner,
        ...priceFields,
        chargeOn: defaulted(chargeOn, 'submitted'),
        effectiveFrom: timestamp('From then on it counts; not in the past.'),
        reason,
      },
      {},
    ),
    result: mutationResult({ approval: approvalShape }, {}),
  },
} as const satisfies Entries)
