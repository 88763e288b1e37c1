import { hkdfSync } from 'node:crypto'
import { createFileAttachments } from '@postrider/attachments-files/file-attachments'
import { bucketOriginOf, parseS3Address } from '@postrider/attachments-s3/s3-address'
import { createS3Attachments } from '@postrider/attachments-s3/s3-attachments'
import { parseMasterKey } from '@postrider/node/auth/master-key'
import type { AttachmentGateway } from '@postrider/core/support/ports/attachment-gateway'
import type { Attachments } from '@postrider/core/support/ports/attachments'
import type { Clock } from '@postrider/core/kernel/ports/clock'
import { ownMasterKey } from './data-dir.js'
import { publicUrlOf, type Settings } from './settings.js'
import { FILES_SCHEME } from './settings/storage-settings.js'

/** The store of attachments; it has a gateway if this service's own API serves them. */
export interface OpenedAttachments {
  readonly attachments: Attachments
  readonly gateway: AttachmentGateway | undefined
  /** The origin that browsers fetch them from, if they are in a bucket. */
  readonly bucketOrigin: string | undefined
}

/** A derived key, so that knowledge from one use of the master key reveals nothing about another. */
const addressKey = (settings: Settings): Uint8Array => {
  const { key } = parseMasterKey(settings.masterKey ?? ownMasterKey(settings))
  return new Uint8Array(hkdfSync('sha256', key, Buffer.alloc(0), 'postrider attachment addresses 1', 32))
}

/**
 * Attachments in a folder or in a bucket, depending on their address. Opens and creates nothing before it is
 * needed.
 */
export const openAttachments = (settings: Settings, clock: Clock): OpenedAttachments => {
  const { attachmentsUrl } = settings
  if (!attachmentsUrl.startsWith(FILES_SCHEME)) {
    const address = parseS3Address(attachmentsUrl)
    return {
      attachments: createS3Attachments({ address, clock }),
      gateway: undefined,
      bucketOrigin: bucketOriginOf(address),
    }
  }
  const files = createFileAttachments({
    directory: attachmentsUrl.slice(FILES_SCHEME.length),
    key: addressKey(settings),
    publicUrl: publicUrlOf(settings),
    clock,
  })
  return { ...files, bucketOrigin: undefined }
}
