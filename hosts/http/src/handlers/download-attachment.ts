import { refusal } from '@postrider/core/kernel/refusals/refusal'
import { contentDisposition } from '@postrider/core/support/domain/content-disposition'
import { E } from '@postrider/core/fp'
import type { AttachmentGateway } from '@postrider/core/support/ports/attachment-gateway'
import type { Handler } from './handler.js'

interface Needs {
  readonly attachmentGateway?: AttachmentGateway | undefined
}

/** GET /v1/attachments/{attachmentId}: always a download, whatever the file is. */
export const downloadAttachmentHandler =
  ({ attachmentGateway }: Needs): Handler<'downloadAttachment'> =>
  async ({ path, query }) => {
    const stored = attachmentGateway?.recognize('GET', path.attachmentId, query)
    if (attachmentGateway === undefined || stored === undefined) return E.left(refusal('NotFound'))
    const opened = await attachmentGateway.open(stored)()
    if (E.isLeft(opened)) return opened
    if (opened.right === undefined) return E.left(refusal('NotFound'))
    return E.right({
      status: 200,
      contentType: stored.contentType,
      file: opened.right,
      headers: ['Content-Disposition', contentDisposition(stored.fileName)],
    })
  }
