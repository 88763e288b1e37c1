import { APPROVAL_KINDS, kindsFor } from '../domain/approval.js'
import { isId } from '../../kernel/ids/id.js'
import { approvalView } from './views.js'
import { refusal } from '../../kernel/refusals/refusal.js'
import { E } from '../../fp.js'
import { listing } from '../../runner/use-cases/listing.js'
import { byId } from '../../runner/use-cases/positions.js'
import { present } from '../../kernel/present.js'
import { entryOf } from '../../identity/domain/access/operation.js'
import { APPROVALS_ADMIN } from './entry-parts.js'
import { runAgainForAll } from '../../runner/domain/entries/live-readings.js'
import { pageRequest, pageResult } from '../../runner/domain/entries/request.js'
import { approvalStatus, approvalKind, approvalId as approvalIdField, approvalShape } from './shapes.js'
import { list } from '../../kernel/codecs/list.js'

/**
 * Lists the proposals that the caller can decide, by kind: pending ones oldest first, all others newest
 * first. PermissionDenied for callers who can't decide any kind.
 */
export const listApprovalsEntry = entryOf('Approvals', 'listApprovals', {
  ...APPROVALS_ADMIN,
  summary: 'List proposals',
  description:
    'Lists the kinds that the caller may decide: prices with `admin.pricing`, money with `admin.billing`. Pending proposals are listed oldest first, others newest first. With `approvalId`, only that proposal is returned.',
  success: 'A page of proposals.',
  mutation: false,
  effect: 'reads',
  controls: [],
  refusals: ['PermissionDenied'],
  live: runAgainForAll('act'),
  request: pageRequest({}, { status: approvalStatus, kind: approvalKind, approvalId: approvalIdField }),
  result: pageResult({ approvals: list(approvalShape, { description: 'The proposals on this page.' }) }),
})

const permissionDenied = E.left(refusal('PermissionDenied'))

export const listApprovals = listing(listApprovalsEntry, {
  positions: byId('apr'),
  query: ({ request: { status, kind, approvalId }, facts, signature: { actor } }) => {
    const decidable = kindsFor(facts.admin?.permissions ?? [], actor)
    if (decidable.length === 0) return permissionDenied
    const kinds = decidable.filter((one) => one === (kind ?? one)).join(' ')
    // A cursor is bound to all parameters of its query.
    return E.right({ status, kinds, ...present({ approvalId }) })
  },
  read: async ({ status, kinds, approvalId: named }, { position: beyond, readAhead: limit }, { storage }) => {
    const approvalId = named !== undefined && isId('apr', named) ? named : undefined
    // An identifier that Postrider never made matches nothing.
    const isNone = named !== approvalId
    const chosenKinds = isNone ? [] : APPROVAL_KINDS.filter((kind) => kinds.split(' ').includes(kind))
    const order = status === 'pending' ? 'oldest first' : 'newest first'
    const read = await storage.approvals.list({
      status,
      kinds: chosenKinds,
      approvalId,
      order,
      beyond,
      limit,
    })()
    if (E.isLeft(read)) return read
    return E.map(({ epoch, value: entries }: typeof read.right) => ({ epoch, value: { entries } }))(read)
  },
  positionOf: ({ approvalId }) => approvalId,
  show: (found) => ({ approvals: found.map(approvalView) }),
})
