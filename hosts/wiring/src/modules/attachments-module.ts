import { ContainerModule } from 'inversify'
import { openAttachments } from '../open-attachments.js'
import { provide, tokens } from '../tokens.js'

/** Attachments in the data directory or in a bucket, depending on their address. */
export const attachmentsModule = new ContainerModule(({ bind }) => {
  provide(bind, tokens.attachmentStore, [tokens.settings, tokens.clock], openAttachments)
  provide(bind, tokens.attachments, [tokens.attachmentStore], ({ attachments }) => attachments)
})
