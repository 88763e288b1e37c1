import type { Outage } from '../../kernel/refusals/outage.js'
import { ABANDONED_MS, type Attachment } from '../domain/attachment.js'
import { E, type TE } from '../../fp.js'
import type { Ports } from '../../assembly/ports.js'

type Needs = Pick<Ports, 'storage' | 'clock' | 'attachments'>

/** Removes the bytes of each in turn, as far as the store lets it. */
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
 * Removes at most so many attachments that were announced more than a day ago and are on no ticket, oldest first: their
 * bytes, and then what is known of them, so that nothing lies anywhere unknown. Right: how many. Where the store fails,
 * those that it removed before are forgotten all the same.
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
