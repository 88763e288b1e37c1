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
import {
  chargeOn,
  priceCategory,
  priceFields,
  priceOwner,
  priceVersionId,
} from '../../runner/domain/fields/prices.js'

export const approvalId = identifier(
  'ID of the proposal; starts with `apr_`.',
  'apr_01k9x7c2v5n8q4r6t0w3y1z5bd',
)

/** The kind of a proposal. */
export const approvalKind = literalUnion(APPROVAL_KINDS, {
  description:
    'Kind of proposal: a price version, a credit, a balance adjustment, or the reset of a second factor.',
})

/** The state of a proposal. */
export const approvalStatus = literalUnion(APPROVAL_STATUSES, {
  description: '`pending` until another super admin approves or rejects it.',
})

/** The decision on a proposal. */
export const verdict = literalUnion(['approve', 'reject'], {
  description: '`approve` performs the proposal at once; `reject` changes nothing.',
})

const signature = (description: string) =>
  open(
    {
      userId: identifier(
        'ID of the person, also if an Agent acted for them.',
        'usr_01k9x7c2v5n8q4r6t0w3y1z5bd',
      ),
      by: literalUnion(['user', 'agent', 'operator', 'system'], {
        description:
          'How the person acted: as a user, through an Agent, or as a super admin; `system` if Postrider acted by itself.',
      }),
      credentialId: nullable(
        text({
          description: 'ID of the session or Agent key that was used; null if there was none.',
          example: 'ses_01k9x7c2v5n8q4r6t0w3y1z5bd',
        }),
      ),
    },
    {},
    { description },
  )

/** A proposal that one super admin makes and another decides (docs/api/admin#approvals). */
export const approvalShape = open(
  {
    approvalId,
    kind: approvalKind,
    status: approvalStatus,
    organizationId: priceOwner,
    maker: signature('The person who made the proposal.'),
    reason: text({ description: 'Reason that the proposer gave.', example: 'Paid by bank transfer.' }),
    proposedAt: timestamp('Time of the proposal.'),
    decider: nullable(signature('The person who decided; null while the proposal is pending.')),
    decisionReason: nullable(
      text({
        description: 'Reason for the decision; null while the proposal is pending.',
        example: 'The payment has arrived.',
      }),
    ),
    decidedAt: nullable(timestamp('Time of the decision; null while the proposal is pending.')),
    version,
  },
  {
    price: open(
      { ...priceFields, chargeOn, effectiveFrom: timestamp('Start of the validity of the price.') },
      { category: priceCategory },
      { description: 'The proposed price; present for a price version.' },
    ),
    money: open(
      {
        currency,
        environment,
        amountMinor: minor('Amount in minor units. A negative adjustment reduces the balance.'),
      },
      {},
      { description: 'The proposed amount; present for a credit or adjustment.' },
    ),
    secondFactor: open(
      { userId },
      {},
      { description: 'The user whose second factor is reset; present for such a reset.' },
    ),
    priceVersionId,
    entryId: identifier(
      'ID of the ledger entry that the approval created.',
      'ent_01k9x7c2v5n8q4r6t0w3y1z5bd',
    ),
  },
  {
    name: 'Approval',
    description:
      'A proposal by one super admin that another one decides. `organizationId` is null for a list price.',
  },
)
