import { list } from '../../codecs/list.js'
import { currency, minor } from '../../codecs/money.js'
import type { Operation } from '../entries/operation.js'
import { mutationRequest, mutationResult, pageRequest, pageResult } from '../entries/request.js'
import { approvalId, approvalKind, approvalShape, approvalStatus, verdict } from './shapes.js'
import { version } from '../fields/version.js'
import { environmentMeant, organizationId } from '../fields/places.js'
import { reason } from '../fields/written-texts.js'

const ADMIN = {
  audiences: ['adminConsole', 'adminAgent'],
  keyKinds: ['admin'],
  tenant: 'none',
  mutation: true,
  whileSuspended: true,
  controls: ['reason', 'makerChecker'],
} as const

/** Money that two people move, and what they say to one another's proposals (docs/contract#approvals). */
export const approvalOperations = {
  proposeBalanceCredit: {
    ...ADMIN,
    subject: 'Money',
    permission: 'admin.billing',
    stepUp: true,
    refusals: ['NotFound'],
    summary: 'Propose to credit an Organization',
    description: 'The money is there when another super admin approves it.',
    request: mutationRequest(
      { organizationId, currency, amountMinor: minor('Integer minor units, more than 0.', 1), reason },
      { environment: environmentMeant },
    ),
    result: mutationResult({ approval: approvalShape }, {}),
  },
  proposeBalanceAdjustment: {
    ...ADMIN,
    subject: 'Money',
    permission: 'admin.billing',
    stepUp: true,
    refusals: ['NotFound'],
    summary: 'Propose to correct an Organization’s balance',
    description:
      'It is booked when another super admin approves it; what is available then never falls below zero.',
    request: mutationRequest(
      {
        organizationId,
        currency,
        amountMinor: minor('Integer minor units, negative to take; not 0.'),
        reason,
      },
      { environment: environmentMeant },
    ),
    result: mutationResult({ approval: approvalShape }, {}),
  },
  listApprovals: {
    ...ADMIN,
    subject: 'Approvals',
    permission: undefined,
    summary: 'List what was proposed',
    description:
      'Of the kinds that the caller may decide: prices with `admin.pricing`, money with `admin.billing`. What is pending with the oldest first, else the newest first.',
    mutation: false,
    controls: [],
    refusals: ['PermissionDenied'],
    request: pageRequest({}, { status: approvalStatus, kind: approvalKind }),
    result: pageResult({ approvals: list(approvalShape) }),
  },
  decideApproval: {
    ...ADMIN,
    subject: 'Approvals',
    permission: undefined,
    summary: 'Approve or reject what another super admin has proposed',
    description:
      'What is approved is done at once, together with the decision. It needs the permission that proposing it needs; its maker is refused, whatever he comes by.',
    controls: ['reason', 'makerChecker', 'version'],
    stepUp: true,
    refusals: ['NotFound', 'PermissionDenied', 'ApprovalRequired'],
    request: mutationRequest({ approvalId, version, decision: verdict, reason }, {}),
    result: mutationResult({ approval: approvalShape }, {}),
  },
} as const satisfies Record<string, Operation>
