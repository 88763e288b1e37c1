import { APPROVAL_KINDS, APPROVAL_STATUSES } from '../domain/approval.js'
import { identifier, timestamp } from '../../kernel/codecs/identifiers.js'
import { literalUnion } from '../../kernel/codecs/literal-union.js'
import { currency, minor } from '../../kernel/codecs/money.js'
import { nullable } from '../../kernel/codecs/nullable.js'
import { open } from '../../kernel/codecs/shape.js'
import { text } from '../../kernel/codecs/text.js'
import { userId } from '../../runner/domain/fields/people.js'
import { version } from '../../runner/domain/fields/version.js'
import { environment } from '../../runner/domain/fields/tenancy.js'
import { chargeOn, priceFields, priceOwner, priceVersionId } from '../../runner/domain/fields/prices.js'

export const approvalId = identifier('The approval.', 'apr_01k9x7c2v5n8q4r6t0w3y1z5bd')

/** The kind of a proposal. */
export const approvalKind = literalUnion(APPROVAL_KINDS, { description: 'What is proposed.' })

/** The state of a proposal. */
export const approvalStatus = literalUnion(APPROVAL_STATUSES, {
  description: 'A proposal is pending until somebody else decides it.',
})

/** The decision on a proposal. */
export const verdict = literalUnion(['approve', 'reject'], {
  description: '`approve` does it at once; `reject` leaves everything as it is.',
})

const signature = (description: string) =>
  open(
    {
      userId: identifier(
        'The person, who answers for the Agent where it was one.',
        'usr_01k9x7c2v5n8q4r6t0w3y1z5bd',
      ),
      by: literalUnion(['user', 'agent', 'operator', 'system'], { description: 'What the person came as.' }),
      credentialId: nullable(text({ description: 'The session or key; null where there was none.' })),
    },
    {},
    { description },
  )

/** A proposal that one super admin makes and another decides (docs/contract#approvals). */
export const approvalShape = open(
  {
    approvalId,
    kind: approvalKind,
    status: approvalStatus,
    organizationId: priceOwner,
    maker: signature('Who proposes it.'),
    reason: text({ description: 'Why.', example: 'Paid by bank transfer.' }),
    proposedAt: timestamp('When it was proposed.'),
    decider: nullable(signature('Who has decided it.')),
    decisionReason: nullable(text({ description: 'Why; null while it is pending.' })),
    decidedAt: nullable(timestamp('When it was decided; null while it is pending.')),
    version,
  },
  {
    price: open(
      { ...priceFields, chargeOn, effectiveFrom: timestamp('When it is to take effect.') },
      {},
      { description: 'Of a price version: the price.' },
    ),
    money: open(
      {
        currency,
        environment,
        amountMinor: minor('Integer minor units; of an adjustment negative where it takes.'),
      },
      {},
      { description: 'Of a credit or an adjustment: how much.' },
    ),
    secondFactor: open({ userId }, {}, { description: 'Of a second factor that is reset: whose.' }),
    priceVersionId,
    entryId: identifier('The entry of the ledger that it has become.', 'ent_01k9x7c2v5n8q4r6t0w3y1z5bd'),
  },
  {
    name: 'Approval',
    description:
      'What one super admin proposes and another decides; `organizationId` is null for a list price.',
  },
)
