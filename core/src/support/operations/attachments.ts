import { QUOTAS, quotaReached } from '../../limits/domain/quotas.js'
import { supportOperations } from './operations.js'
import { attachmentView } from './views.js'
import { bodyProblem } from '../../kernel/refusals/body-problem.js'
import type { Outage } from '../../kernel/refusals/outage.js'
import { invalidRequest, type Refusal, refusal } from '../../kernel/refusals/refusal.js'
import { extensionProblems, isContentOf } from '../domain/attachment-content.js'
import { checkAttachmentFile } from '../domain/attachment-file.js'
import { type Attachment, REGISTRABLE_MS, UPLOAD_MS } from '../domain/attachment.js'
import { isoTime } from '../../kernel/time/epoch-ms.js'
import { E } from '../../fp.js'
import type { Ports } from '../../assembly/ports.js'
import type { UnitOfWork } from '../../assembly/unit-of-work.js'
import type { Postponed } from '../../kernel/units/until-done.js'
import { type CallOf, mutation, reading } from '../../runner/use-cases/implementation.js'
import { knownId } from '../../runner/use-cases/known-id.js'
import { membershipOf } from '../../runner/use-cases/membership-of.js'
import { fileOf, readDownloadAddress } from './download-address.js'
import { lockedTicket } from './locked-ticket.js'

const conflict = E.left(refusal('Conflict'))
const notFound = E.left(refusal('NotFound'))
const otherBytes = E.left(
  invalidRequest([bodyProblem('/attachmentId', 'mismatch', 'What was uploaded is not what was announced.')]),
)

/** Whether the Organization may announce one more file of this size; Conflict names the quota that it would exceed. */
const checkRoom = async (
  unit: UnitOfWork,
  organizationId: Attachment['organizationId'],
  sizeBytes: number,
): Promise<E.Either<Refusal, undefined>> => {
  // Held from here on: of two files that are announced at once, the second counts the first.
  await unit.organizations.lock(organizationId)
  if ((await unit.attachments.countAnnounced(organizationId)) >= QUOTAS.announcedFiles.most)
    return E.left(quotaReached('announcedFiles'))
  const bytes = await unit.attachments.bytesOf(organizationId)
  return bytes + sizeBytes > QUOTAS.fileBytes.most ? E.left(quotaReached('fileBytes')) : E.right(undefined)
}

/**
 * Announces a file, for which there is an address of its own then; Conflict where too many of the Organization were
 * announced and are on no ticket, and where all of its files would have more bytes than it can have.
 */
export const generateAttachmentUploadUrl = mutation(supportOperations.generateAttachmentUploadUrl, {
  lock: 'shared',
  inspect: (file) => {
    const problems = checkAttachmentFile(file)
    return problems.some(({ field }) => field === '/fileName')
      ? problems
      : [...problems, ...extensionProblems(file)]
  },
  run: async (unit, call, { ids, attachments }) => {
    const { request, facts, nowMs } = call
    const { fileName, contentType, sizeBytes, sha256 } = request
    const { organizationId } = membershipOf(call).organization
    const room = await checkRoom(unit, organizationId, sizeBytes)
    if (E.isLeft(room)) return room
    const attachment: Attachment = {
      attachmentId: ids.next('att'),
      organizationId,
      ticketId: undefined,
      fileName,
      contentType,
      sizeBytes,
      sha256,
      createdBy: facts.user.userId,
      createdAtMs: nowMs,
      registeredAtMs: undefined,
    }
    const { attachmentId } = attachment
    const untilMs = nowMs + UPLOAD_MS
    // To sign takes no network, and has no effect that would outlive the unit.
    const { url, headers } = await attachments.uploadTo(fileOf(attachment), untilMs)
    unit.attachments.add(attachment)
    return E.right({
      result: {
        attachmentId,
        uploadUrl: url,
        method: 'PUT' as const,
        headers: { ...headers },
        expiresAt: isoTime(untilMs),
      },
      about: { target: attachmentId, details: { contentType, sizeBytes } },
    })
  },
})

const otherType = E.left(
  invalidRequest([
    bodyProblem(
      '/attachmentId',
      'mismatch',
      'The uploaded file is not of the content type that was announced.',
    ),
  ]),
)

/** What was found where an attachment's bytes should be. */
type Found = 'Nothing' | 'OtherBytes' | 'OtherType' | 'Whole'

/** Looks at what was uploaded; bytes that aren't what was announced are removed. */
const lookAt = async (
  { attachments }: Pick<Ports, 'attachments'>,
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

/** The attachment that may come on the ticket, locked; what it is refused for does not depend on its bytes. */
const registrable = async (
  unit: UnitOfWork,
  call: CallOf<typeof supportOperations.registerTicketAttachment>,
): Promise<E.Either<Refusal, Attachment>> => {
  const attachmentId = knownId('att', call.request.attachmentId)
  if (E.isLeft(attachmentId)) return attachmentId
  const attachment = await unit.attachments.lock(attachmentId.right)
  if (attachment?.organizationId !== membershipOf(call).organization.organizationId) return notFound
  if (attachment.ticketId !== undefined) return conflict
  return call.nowMs - attachment.createdAtMs < REGISTRABLE_MS ? E.right(attachment) : notFound
}

/**
 * Puts a file beside a ticket. Its bytes are looked at between two beginnings of the unit, since that takes the network;
 * they do not change afterwards, since an upload address takes bytes of one digest only. Conflict where it is beside a
 * ticket already, nothing was uploaded, or the ticket is full; InvalidRequest if other bytes were, or bytes of another type.
 */
export const registerTicketAttachment = mutation(supportOperations.registerTicketAttachment, {
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

/** An address to download a file from that is beside this ticket. */
export const getTicketAttachmentDownloadUrl = reading(supportOperations.getTicketAttachmentDownloadUrl, {
  read: readDownloadAddress,
})
