import { refusal } from '@postrider/core/domain/refusals/refusal'
import { contentDisposition } from '@postrider/core/domain/support/content-disposition'
import { E } from '@postrider/core/fp'
import type { AttachmentDesk } from '@postrider/core/ports/attachment-desk'
import type { Handler } from './handler.js'

interface Needs {
  readonly attachmentDesk?: AttachmentDesk | undefined
}

/** GET /v1/attachments/{attachmentId}: a download, whatever the file is. */
export const downloadAttachment =
  ({ attachmentDesk }: Needs): Handler<'downloadAttachment'> =>
  async ({ path, query }) => {
    const stored = attachmentDesk?.recognise('GET', path.attachmentId, query)
    if (attachmentDesk === undefined || stored === undefined) return E.left(refusal('NotFound'))
    const opened = await attachmentDesk.open(stored)()
    if (E.isLeft(opened)) return opened
    if (opened.right === undefined) return E.left(refusal('NotFound'))
    return E.right({
      status: 200,
      contentType: stored.contentType,
      file: opened.right,
      headers: ['Content-Disposition', contentDisposition(stored.fileName)],
    })
  }
