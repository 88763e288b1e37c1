import {
  type FieldProblem,
  invalidRequest,
  type Refusal,
  refusal,
} from '@postrider/core/kernel/refusals/refusal'
import type { Outage } from '@postrider/core/kernel/refusals/outage'
import { E } from '@postrider/core/fp'
import type { AttachmentGateway, Received } from '@postrider/core/support/ports/attachment-gateway'
import type { StoredFile } from '@postrider/core/support/ports/attachments'
import type { Semaphore } from '@postrider/core/kernel/batching/semaphore'
import type { Answer } from '@postrider/web-server/answers/answer'
import type { IncomingBytes } from '@postrider/web-server/receiving/incoming-bytes'
import { FROM_ANYWHERE } from '../attachments/foreign-pages.js'
import type { Handler } from './handler.js'

interface Needs {
  readonly attachmentGateway?: AttachmentGateway | undefined
  readonly uploads: Semaphore
}

const OTHER_BYTES: FieldProblem = {
  location: 'body',
  field: '',
  code: 'mismatch',
  message: 'The file must have the size and digest for which the upload URL was created.',
}

const OTHER_TYPE: FieldProblem = {
  location: 'header',
  field: 'Content-Type',
  code: 'mismatch',
  message: 'The content type must be the one for which the upload URL was created.',
}

const FULL: Outage = { _tag: 'Overloaded', cause: 'too many uploads are in progress' }

/** Rejects an invalid head of the request before a byte is read. */
const judgeHead = (
  file: StoredFile,
  { contentType, lengthBytes }: IncomingBytes,
): readonly FieldProblem[] => [
  ...(contentType === file.contentType ? [] : [OTHER_TYPE]),
  ...(lengthBytes === undefined || lengthBytes === file.sizeBytes ? [] : [OTHER_BYTES]),
]

const answerOf = (received: Received): E.Either<Refusal, Answer> => {
  switch (received) {
    case 'Kept':
      return E.right({ status: 204, headers: FROM_ANYWHERE })
    case 'Occupied':
      return E.left(refusal('Conflict'))
    // The exchange has ended, so there is no client to respond to.
    case 'BrokenOff':
    case 'Mismatch':
      return E.left(invalidRequest([OTHER_BYTES]))
  }
}

/**
 * PUT /v1/attachments/{attachmentId}: the bytes are streamed from the connection to the disk, and never held
 * completely.
 */
export const uploadAttachmentHandler =
  ({ attachmentGateway, uploads }: Needs): Handler<'uploadAttachment'> =>
  async ({ path, query, bytes }) => {
    const file = attachmentGateway?.recognize('PUT', path.attachmentId, query)
    if (attachmentGateway === undefined || file === undefined) return E.left(refusal('NotFound'))
    const faults = judgeHead(file, bytes)
    if (faults.length > 0) return E.left(invalidRequest(faults))
    if (!uploads.tryAcquire()) return E.left(FULL)
    try {
      const received = await attachmentGateway.receive(file, bytes.stream)()
      return E.isLeft(received) ? received : answerOf(received.right)
    } finally {
      uploads.release()
    }
  }
