import { QUOTAS, quotaReached } from '../../limits/domain/quotas.js'
import { attachmentView } from './views.js'
import { bodyProblem } from '../../kernel/refusals/body-problem.js'
import type { Outage } from '../../kernel/refusals/outage.js'
import { invalidRequest, type Refusal, refusal } from '../../kernel/refusals/refusal.js'
import { isContentOf } from '../domain/attachment-content.js'
import { type Attachment, REGISTRABLE_MS } from '../domain/attachment.js'
import { E } from '../../fp.js'
import type { Attachments } from '../ports/attachments.js'
import type { UnitOfWork } from '../../assembly/unit-of-work.js'
import type { Postponed } from '../../kernel/units/until-done.js'
import { type CallOf, mutation } from '../../runner/use-cases/implementation.js'
import { knownId } from '../../runner/use-cases/known-id.js'
import { membershipOf } from '../../runner/use-cases/membership-of.js'
import { lockedTicket } from './locked-ticket.js'
import { entryOf } from '../../identity/domain/access/operation.js'
import { SUPPORT_ATTACHMENTS } from './entry-parts.js'
import { mutationRequest, mutationResult } from '../../runner/domain/entries/request.js'
import { ticketId as ticketIdField, attachmentId as attachmentIdField, attachmentShape } from './shapes.js'

/**
 * Adds an uploaded file to a ticket. The bytes are checked between two runs of the unit, because that needs
 * the network. They don't change afterwards: an upload URL accepts bytes of one digest only. Conflict if the
 * file is already on a ticket, nothing was uploaded, or the ticket is full; InvalidRequest if other bytes
 * were uploaded, or bytes of another type.
 */
export const registerTicketAttachmentEntry = entryOf('Support', 'registerTicketAttachment', {
  ...SUPPORT_ATTACHMENTS,
  effect: 'adds',
  quotas: ['ticketFiles'],
  summary: 'Attach an uploaded file to a ticket',
  description: 'Checks size and digest of the upload first.',
  success: 'The file is attached to the ticket.',
  request: mutationRequest({ ticketId: ticketIdField, attachmentId: attachmentIdField }, {}),
  result: mutationResult({ attachment: attachmentShape }, {}),
})

const conflict = E.left(refusal('Conflict'))
const notFound = E.left(refusal('NotFound'))
const otherBytes = E.left(
  invalidRequest([
    bodyProblem(
      '/attachmentId',
      'mismatch',
      'The uploaded file does not match the announced size and digest.',
    ),
  ]),
)

const otherType = E.left(
  invalidRequest([
    bodyProblem('/attachmentId', 'mismatch', 'The uploaded file does not have the announced content type.'),
  ]),
)

/** The result of checking an attachment's bytes. */
type Found = 'Nothing' | 'OtherBytes' | 'OtherType' | 'Whole'

/** Checks the uploaded bytes; bytes that don't match the announced file are removed. */
const lookAt = async (
  { attachments }: { readonly attachments: Attachments },
  attachment: Attachment,
): Promise<E.Either<Outage, Found>> => {
  const { attachmentId, organizationId, sizeBytes, sha256, contentType } = attachment
  const uploaded = await attachments.inspect({ attachmentId, organizationId })()
  if (E.isLeft(uploaded)) return uploaded
  if (uploaded.right === undefined) return E.right('Nothing')
  const isWhole = uploaded.right.sizeBytes === sizeBytes && uploaded.right.sha256 === sha256
  if (isWhole && isContentOf(contentType, uploaded.right.firstBytes)) return E.right('Whole')
  const removed = await attachments.remove({ attachmentId, organizationId })()
  return E.isLeft(removed) ? removed : E.right(isWhole ? 'OtherType' : 'OtherBytes')
}

/** The attachment, locked; checks everything that doesn't depend on its bytes. */
const registrable = async (
  unit: UnitOfWork,
  call: CallOf<typeof registerTicketAttachmentEntry>,
): Promise<E.Either<Refusal, Attachment>> => {
  const attachmentId = knownId('att', call.request.attachmentId)
  if (E.isLeft(attachmentId)) return attachmentId
  const attachment = await unit.attachments.lock(attachmentId.right)
  if (attachment?.organizationId !== membershipOf(call).organization.organizationId) return notFound
  if (attachment.ticketId !== undefined) return conflict
  return call.nowMs - attachment.createdAtMs < REGISTRABLE_MS ? E.right(attachment) : notFound
}

export const registerTicketAttachment = mutation(registerTicketAttachmentEntry, {
  lock: 'shared',
  begin: (needs) => {
    let found: Found | undefined
    const postponed = (attachment: Attachment): Postponed => ({
      _tag: 'Postponed',
      first: async () => {
        const looked = await lookAt(needs, attachment)
        if (E.isLeft(looked)) return looked
        found = looked.right
        return E.right(undefined)
      },
    })
    return async (unit, call) => {
      const ticket = await lockedTicket(unit, call)
      if (E.isLeft(ticket)) return ticket
      const announced = await registrable(unit, call)
      if (E.isLeft(announced)) return announced
      const { ticketId } = ticket.right
      if ((await unit.attachments.countOn(ticketId)) >= QUOTAS.ticketFiles.most)
        return E.left(quotaReached('ticketFiles'))
      if (found === undefined) return E.left(postponed(announced.right))
      if (found === 'Nothing') return conflict
      if (found === 'OtherBytes') return otherBytes
      if (found === 'OtherType') return otherType
      const { nowMs } = call
      const attachment = { ...announced.right, ticketId, registeredAtMs: nowMs }
      unit.attachments.replace(attachment)
      unit.tickets.replace({ ...ticket.right, updatedAtMs: nowMs })
      return E.right({
        result: { attachment: attachmentView(attachment) },
        about: { target: ticketId, details: { attachmentId: attachment.attachmentId } },
      })
    }
  },
})
