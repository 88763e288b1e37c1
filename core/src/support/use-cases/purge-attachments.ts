import type { Outage } from '../../kernel/refusals/outage.js'
import { ABANDONED_MS, type Attachment } from '../domain/attachment.js'
import { E, type TE } from '../../fp.js'
import type { SupportStorage } from '../ports/support-storage.js'
import type { Clock } from '../../kernel/ports/clock.js'
import type { Attachments } from '../ports/attachments.js'

interface Needs {
  readonly storage: { readonly support: SupportStorage }
  readonly clock: Clock
  readonly attachments: Attachments
}

/** Removes the bytes of each file in turn, as far as the storage allows. */
const removeBytes = async ({ attachments }: Needs, abandoned: readonly Attachment[]) => {
  const removed: Attachment[] = []
  for (const attachment of abandoned) {
    const { attachmentId, organizationId } = attachment
    const gone = await attachments.remove({ attachmentId, organizationId })()
    if (E.isLeft(gone)) return { removed, failure: gone.left }
    removed.push(attachment)
  }
  return { removed, failure: undefined }
}

/**
 * Removes at most `most` attachments that were announced more than a day ago and belong to no ticket, oldest
 * first. The bytes are removed first and the records after that, so that no bytes remain without a record.
 * Right: how many. If the storage fails, the records of files removed before that are still deleted.
 */
export const purgeAttachments =
  (needs: Needs) =>
  (most: number): TE.TaskEither<Outage, number> =>
  async () => {
    const { support } = needs.storage
    const abandoned = await support.abandonedAttachments(needs.clock.nowMs() - ABANDONED_MS, most)()
    if (E.isLeft(abandoned)) return abandoned
    const { removed, failure } = await removeBytes(needs, abandoned.right)
    const forgotten = await support.removeAttachments(removed)()
    if (E.isLeft(forgotten)) return forgotten
    return failure === undefined ? E.right(removed.length) : E.left(failure)
  }
