import { list } from '../../kernel/codecs/list.js'
import { runAgainForAll } from '../../runner/domain/entries/live-readings.js'
import { type Entries, operationsAbout } from '../../identity/domain/access/operation.js'
import {
  mutationRequest,
  mutationResult,
  pageRequest,
  pageResult,
} from '../../runner/domain/entries/request.js'
import { version } from '../../runner/domain/fields/version.js'
import { reason } from '../../runner/domain/fields/written-texts.js'
import { approvalId, approvalKind, approvalShape, approvalStatus, verdict } from './shapes.js'

const ADMIN = {
  audiences: ['adminConsole', 'adminAgent'],
  keyKinds: ['admin'],
  tenant: 'none',
  permission: undefined,
  whileSuspended: true,
} as const

/** Money that two people move, and what they say to one another's proposals (docs/contract#approvals). */
export const approvalOperations = operationsAbout('Approvals', {
  listApprovals: {
    ...ADMIN,
    summary: 'List what was proposed',
    description:
      'Of the kinds that the caller may decide: prices with `admin.pricing`, money with `admin.billing`. What is pending with the oldest first, else the newest first. `approvalId`: this one alone.',
    mutation: false,
    effect: 'reads',
    controls: [],
    refusals: ['PermissionDenied'],
    live: runAgainForAll('act'),
    request: pageRequest({}, { status: approvalStatus, kind: approvalKind, approvalId }),
    result: pageResult({ approvals: list(approvalShape) }),
  },
  decideApproval: {
    ...ADMIN,
    mutation: true,
    effect: 'ends',
    summary: 'Approve or reject what another super admin has proposed',
    description:
      'What is approved is done at once, together with the decision. It needs the permission that proposing it needs; its maker is refused, whichever way they come in.',
    controls: ['reason', 'makerChecker', 'version'],
    stepUp: true,
    refusals: ['NotFound', 'PermissionDenied', 'ApprovalRequired'],
    request: mutationRequest({ approvalId, version, decision: verdict, reason }, {}),
    result: mutationResult({ approval: approvalShape }, {}),
  },
} as const satisfies Entries)
