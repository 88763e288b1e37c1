import { TE } from '@postrider/core/fp'
import type { Attachments } from '@postrider/core/support/ports/attachments'

const SOMEWHERE = 'http://files.example'

/** An empty store of attachments. */
export const noAttachments: Attachments = {
  uploadTo: () => Promise.resolve({ url: SOMEWHERE, method: 'PUT', headers: {} }),
  inspect: () => TE.right(undefined),
  downloadFrom: () => Promise.resolve({ url: SOMEWHERE, method: 'GET', headers: {} }),
  remove: () => TE.right(undefined),
}
